// One file of the page: its name and its bytes, which end with a zero. NAME is the name.
#define TEXT(name) #name
#define TEXT_OF(name) TEXT(name)
{TEXT_OF(NAME), (const unsigned char[]) {
#embed TEXT_OF(../OvertileServing/Page/NAME) suffix(, 0)
}},
#undef NAME
