/**
 * Errors of the surroundings: the server cannot run there, or must not. The command line prints them in its language.
 */
import type { Language, Text } from '../../../protocol/index.ts'
import { AppError } from './app-error.ts'

/**
 * `environment`: the surroundings need a correction. `refused`: the server declined to do it. Decides the exit code.
 */
export type EnvironmentErrorClass = 'environment' | 'refused'

export abstract class EnvironmentError<Code extends string = string> extends AppError<Code> {
  readonly class: EnvironmentErrorClass
  readonly text: Text

  constructor(
    name: string,
    code: Code,
    {
      class: kind,
      text,
      cause,
    }: { readonly class: EnvironmentErrorClass; readonly text: Text; readonly cause?: unknown },
  ) {
    super(name, code, text.en, cause)
    this.class = kind
    this.text = text
  }

  /** The whole message in one language. */
  messageIn(language: Language): string {
    return this.text[language]
  }
}
