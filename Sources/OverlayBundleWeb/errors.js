// @ts-check
/**
 * What is wrong with a bundle, its server or a request for it.
 *
 * @module errors
 */

/** Whatever is wrong with a bundle, its server or a request for it. */
export class BundleError extends Error {
  /**
   * @param {string} code what is wrong, in a word that programs may compare: the page ReadingOnTheWeb lists them
   * @param {string} message what is wrong, for people
   * @param {string} [file] the file of the bundle that it is about, as a path below the bundle's address
   * @param {unknown} [cause]
   */
  constructor(code, message, file, cause) {
    super(file === undefined ? message : `${file}: ${message}`, cause === undefined ? undefined : {cause});
    this.name = 'BundleError';
    this.code = code;
    this.file = file;
  }
}

/** The bundle was published again since it was opened. Nothing of it is returned until `refresh()` has been called. */
export class BundleChangedError extends BundleError {
  constructor() {
    super('changed', 'the bundle has been published again since it was opened; call refresh() and try again', 'bundle.json');
    this.name = 'BundleChangedError';
  }
}

/** @typedef {(message: string) => BundleError} Failure makes the error of a file that is not what it should be */

/** @param {string} message @param {unknown} [cause] */
export const badArgument = (message, cause) => new BundleError('bad-argument', message, undefined, cause);
