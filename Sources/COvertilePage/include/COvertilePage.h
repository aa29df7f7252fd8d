#ifndef OVERTILE_CPAGE_H
#define OVERTILE_CPAGE_H

#include <stddef.h>

/// A file of the preview's page, which is part of the program.
struct overtile_page_file {
  /// The name, below the page's address.
  const char *name;
  /// The text in UTF-8, which ends with a zero and lives as long as the program.
  const unsigned char *text;
};

/// The number of files.
size_t overtile_page_count(void);

/// A file by its number, from 0 and below the number of files.
struct overtile_page_file overtile_page_file_at(size_t number);

#endif
