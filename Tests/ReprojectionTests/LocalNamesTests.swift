import OvertileReprojection
import Testing

@Suite("Texts without the folders of this machine")
struct LocalNamesTests {
  @Test(
    "paths become names of files",
    arguments: [
      ("+proj=longlat +nadgrids=/home/x/a.gsb +type=crs", "+proj=longlat +nadgrids=a.gsb +type=crs"),
      ("+nadgrids=@/home/x/a.gsb,/srv/b.tif,@null", "+nadgrids=@a.gsb,b.tif,@null"),
      ("+grids=grids/own.gsb +inv", "+grids=own.gsb +inv"), ("+grids=~/g/own.gsb", "+grids=own.gsb"),
      ("+grids=../own.gsb", "+grids=own.gsb"),
      (#"+grids="/home/my user/a b.gsb" +inv"#, #"+grids="a b.gsb" +inv"#),
      (#"+grids="@/home/my user/a.gsb,/x y/b.gsb""#, #"+grids="@a.gsb,b.gsb""#),
      ("+init=/etc/proj/own:1234", "+init=own:1234"), ("file:///home/x/a.json", "file:a.json"),
      (
        #"PARAMETERFILE["Latitude and longitude difference file","/home/x/a.gsb"]"#,
        #"PARAMETERFILE["Latitude and longitude difference file","a.gsb"]"#
      ),
      (
        #"EXTENSION["PROJ4","+proj=longlat +nadgrids=/home/x/a.gsb"]"#,
        #"EXTENSION["PROJ4","+proj=longlat +nadgrids=a.gsb"]"#
      ),
    ])
  func pathsGo(text: String, short: String) {
    #expect(LocalNames.withoutFolders(text) == short)
  }

  @Test(
    "names stay",
    arguments: [
      "OSGB36 / British National Grid", "WGS 84 / Pseudo-Mercator", "EPSG:27700", "NAD83(2011) / UTM zone 10N", "",
      "Inverse of British National Grid + OSGB36 to WGS 84 (6)", "urn:ogc:def:crs:EPSG::27700", "/",
      "+proj=pipeline +step +inv +proj=tmerc +lat_0=49 +grids=uk_os_OSTN15_NTv2_OSGBtoETRS.tif", "a/b c",
      #"PROJCRS["OSGB36 / British National Grid",BASEGEOGCRS["OSGB36"]]"#,
    ])
  func namesStay(text: String) {
    #expect(LocalNames.withoutFolders(text) == text)
  }
}
