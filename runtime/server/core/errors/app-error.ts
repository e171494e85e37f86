/**
 * The base of every error the server throws on purpose. Callers tell them apart by class and `code`; everything else
 * that is thrown is a defect or comes from a library.
 */
export abstract class AppError<Code extends string = string> extends Error {
  readonly code: Code

  /** @param name of the class, given explicitly because bundlers rename classes */
  constructor(name: string, code: Code, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = name
    this.code = code
  }
}
