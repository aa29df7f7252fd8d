// Loads PROJ when it is first needed. PROJ brings 30 libraries with it, for grids over a network that is never used; with
// all of them linked, every start of the program takes twice as long, and most commands reproject nothing.
//
// The functions have the names and declarations of proj.h, so that Swift calls PROJ as if it were linked. They are hidden:
// PROJ itself and other libraries do not find them.

#include "include/COvertilePROJLoading.h"

#ifdef __linux__

#define PROJ_DLL __attribute__((visibility("hidden")))
#include <proj.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#if PROJ_VERSION_MAJOR != 9
#error "the name of PROJ's library is known for version 9 only"
#endif
#define LIBRARY "libproj.so.25"

// Every function that Swift calls: those with a result, and those without.
#define FUNCTIONS(each) \
  each(PJ_CONTEXT *, proj_context_create, (void), ()) \
  each(PJ_CONTEXT *, proj_context_destroy, (PJ_CONTEXT *context), (context)) \
  each(const char *, proj_context_errno_string, (PJ_CONTEXT *context, int number), (context, number)) \
  each(const char *, proj_context_get_database_metadata, (PJ_CONTEXT *context, const char *key), (context, key)) \
  each(const char *, proj_context_get_database_path, (PJ_CONTEXT *context), (context)) \
  each(int, proj_context_set_enable_network, (PJ_CONTEXT *context, int enabled), (context, enabled)) \
  each(PJ_INFO, proj_info, (void), ()) \
  each(PJ_LOG_LEVEL, proj_log_level, (PJ_CONTEXT *context, PJ_LOG_LEVEL level), (context, level)) \
  each(PJ *, proj_create, (PJ_CONTEXT *context, const char *definition), (context, definition)) \
  each(PJ *, proj_destroy, (PJ *object), (object)) \
  each(int, proj_errno, (const PJ *object), (object)) \
  each(int, proj_errno_reset, (const PJ *object), (object)) \
  each(const char *, proj_as_proj_string, \
    (PJ_CONTEXT *context, const PJ *object, PJ_PROJ_STRING_TYPE type, const char *const *options), \
    (context, object, type, options)) \
  each(const char *, proj_get_name, (const PJ *object), (object)) \
  each(const char *, proj_get_id_auth_name, (const PJ *object, int index), (object, index)) \
  each(const char *, proj_get_id_code, (const PJ *object, int index), (object, index)) \
  each(PJ_TYPE, proj_get_type, (const PJ *object), (object)) \
  each(int, proj_is_crs, (const PJ *object), (object)) \
  each(int, proj_is_equivalent_to_with_ctx, \
    (PJ_CONTEXT *context, const PJ *object, const PJ *other, PJ_COMPARISON_CRITERION criterion), \
    (context, object, other, criterion)) \
  each(PJ *, proj_get_source_crs, (PJ_CONTEXT *context, const PJ *object), (context, object)) \
  each(PJ *, proj_crs_get_sub_crs, (PJ_CONTEXT *context, const PJ *system, int index), (context, system, index)) \
  each(int, proj_get_area_of_use, \
    (PJ_CONTEXT *context, const PJ *object, double *west, double *south, double *east, double *north, \
      const char **name), \
    (context, object, west, south, east, north, name)) \
  each(PJ_OPERATION_FACTORY_CONTEXT *, proj_create_operation_factory_context, \
    (PJ_CONTEXT *context, const char *authority), (context, authority)) \
  each(PJ_OBJ_LIST *, proj_create_operations, \
    (PJ_CONTEXT *context, const PJ *source, const PJ *target, const PJ_OPERATION_FACTORY_CONTEXT *factory), \
    (context, source, target, factory)) \
  each(PJ *, proj_list_get, (PJ_CONTEXT *context, const PJ_OBJ_LIST *list, int index), (context, list, index)) \
  each(int, proj_list_get_count, (const PJ_OBJ_LIST *list), (list)) \
  each(PJ *, proj_concatoperation_get_step, (PJ_CONTEXT *context, const PJ *operation, int step), \
    (context, operation, step)) \
  each(int, proj_concatoperation_get_step_count, (PJ_CONTEXT *context, const PJ *operation), (context, operation)) \
  each(double, proj_coordoperation_get_accuracy, (PJ_CONTEXT *context, const PJ *operation), (context, operation)) \
  each(int, proj_coordoperation_get_grid_used_count, (PJ_CONTEXT *context, const PJ *operation), \
    (context, operation)) \
  each(int, proj_coordoperation_get_grid_used, \
    (PJ_CONTEXT *context, const PJ *operation, int index, const char **short_name, const char **full_name, \
      const char **package, const char **url, int *direct_download, int *open_license, int *available), \
    (context, operation, index, short_name, full_name, package, url, direct_download, open_license, available)) \
  each(int, proj_coordoperation_has_ballpark_transformation, (PJ_CONTEXT *context, const PJ *operation), \
    (context, operation)) \
  each(int, proj_coordoperation_is_instantiable, (PJ_CONTEXT *context, const PJ *operation), (context, operation)) \
  each(PJ *, proj_normalize_for_visualization, (PJ_CONTEXT *context, const PJ *object), (context, object)) \
  each(PJ_COORD, proj_coord, (double x, double y, double z, double t), (x, y, z, t)) \
  each(PJ_COORD, proj_trans, (PJ *object, PJ_DIRECTION direction, PJ_COORD coordinate), \
    (object, direction, coordinate)) \
  each(size_t, proj_trans_generic, \
    (PJ *object, PJ_DIRECTION direction, double *x, size_t x_stride, size_t x_count, double *y, size_t y_stride, \
      size_t y_count, double *z, size_t z_stride, size_t z_count, double *t, size_t t_stride, size_t t_count), \
    (object, direction, x, x_stride, x_count, y, y_stride, y_count, z, z_stride, z_count, t, t_stride, t_count))

#define PROCEDURES(each) \
  each(void, proj_context_set_search_paths, (PJ_CONTEXT *context, int count, const char *const *paths), \
    (context, count, paths)) \
  each(void, proj_log_func, (PJ_CONTEXT *context, void *given, PJ_LOG_FUNCTION function), \
    (context, given, function)) \
  each(void, proj_list_destroy, (PJ_OBJ_LIST *list), (list)) \
  each(void, proj_operation_factory_context_destroy, (PJ_OPERATION_FACTORY_CONTEXT *factory), (factory)) \
  each(void, proj_operation_factory_context_set_area_of_interest, \
    (PJ_CONTEXT *context, PJ_OPERATION_FACTORY_CONTEXT *factory, double west, double south, double east, \
      double north), \
    (context, factory, west, south, east, north)) \
  each(void, proj_operation_factory_context_set_grid_availability_use, \
    (PJ_CONTEXT *context, PJ_OPERATION_FACTORY_CONTEXT *factory, PROJ_GRID_AVAILABILITY_USE use), \
    (context, factory, use)) \
  each(void, proj_operation_factory_context_set_spatial_criterion, \
    (PJ_CONTEXT *context, PJ_OPERATION_FACTORY_CONTEXT *factory, PROJ_SPATIAL_CRITERION criterion), \
    (context, factory, criterion))

static struct {
#define FIELD(result, name, parameters, arguments) result(*name) parameters;
  FUNCTIONS(FIELD) PROCEDURES(FIELD)
} library;

static char absence[512];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  void *handle = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
#define FIND(result, name, parameters, arguments) \
  if (handle && !(library.name = (result(*) parameters)dlsym(handle, #name))) handle = NULL;
  FUNCTIONS(FIND) PROCEDURES(FIND)
  if (handle) return;
  const char *reason = dlerror();
  snprintf(absence, sizeof absence, "%s", reason ? reason : LIBRARY);
}

const char *overtile_proj_absence(void) {
  pthread_once(&once, load);
  return absence[0] ? absence : NULL;
}

#define FUNCTION(result, name, parameters, arguments) \
  result name parameters { return overtile_proj_absence() ? (result){0} : library.name arguments; }
#define PROCEDURE(result, name, parameters, arguments) \
  result name parameters { if (!overtile_proj_absence()) library.name arguments; }
FUNCTIONS(FUNCTION)
PROCEDURES(PROCEDURE)

#else

const char *overtile_proj_absence(void) { return 0; }

#endif
