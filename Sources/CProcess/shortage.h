#ifndef OVERTILE_SHORTAGE_H
#define OVERTILE_SHORTAGE_H

// Writes a byte to the watch; 0 where there is none. Takes no memory; safe in a signal's handler.
int overtile_watch_tell(unsigned char what);

// Called when the system has not given memory, or a thread, to someone who cannot do without: returns when it may be tried
// once more, and ends the process otherwise.
void overtile_shortage_met(int what);

#endif
