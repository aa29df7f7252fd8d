// @ts-check
// The errors of a bundle, its server or a request for it.

/** An error of a bundle, its server or a request for it. */
export class BundleError extends Error {
  /**
   * @param {string} code the code of the error for programs; the page ReadingOnTheWeb lists all codes
   * @param {string} message the message for people
   * @param {string} [file] the path of the file that the error is about, relative to the bundle's URL
   * @param {unknown} [cause]
   */
  constructor(code, message, file, cause) {
    super(file === undefined ? message : `${file}: ${message}`, cause === undefined ? undefined : {cause});
    this.name = 'BundleError';
    this.code = code;
    this.file = file;
  }
}

/** The bundle has been published again since it was opened. It returns nothing until `refresh()` is called. */
export class BundleChangedError extends BundleError {
  constructor() {
    super('changed', 'the bundle has been published again since it was opened; call refresh() and try again', 'bundle.json');
    this.name = 'BundleChangedError';
  }
}

/** @typedef {(message: string) => BundleError} Failure makes the error for an invalid file */

/** @param {string} message @param {unknown} [cause] */
export const badArgument = (message, cause) => new BundleError('bad-argument', message, undefined, cause);
