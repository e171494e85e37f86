/** Refusals of operations, with everything a client needs to react to them. */
import {
  refusalReasons,
  type Language,
  type RecordReference,
  type RefusalReason,
  type Shortage,
  type TextKey,
} from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { AppError } from './app-error.ts'

export interface OperationErrorDetails {
  /** Field name → message, already in the caller's language. */
  readonly errors?: Readonly<Record<string, string>>
  /** `conflict`: the record as it is now. */
  readonly row?: Readonly<Record<string, unknown>>
  /** `in_use`: records that refer to the one in question. */
  readonly references?: readonly RecordReference[]
  /** `stock_short`: every balance that does not suffice. */
  readonly short?: readonly Shortage[]
  /** Values of the places in the message. */
  readonly params?: Readonly<Record<string, string | number>>
  /** Key of a message that is more specific than that of the code. */
  readonly text?: TextKey
  /** The message itself, when it is composed of others. */
  readonly sentence?: string
}

/** An operation that was not done, with the reason as its code. HTTP answers it with code 0. */
export class OperationError extends AppError<RefusalReason> {
  readonly details: OperationErrorDetails

  constructor(code: RefusalReason, details: OperationErrorDetails = {}) {
    super('OperationError', code, code)
    this.details = details
  }

  /** The message for people with what it says of single fields, where it has nothing more specific to say. */
  allIn(language: Language): string {
    const { errors = {}, text } = this.details
    const messages = text === undefined ? Object.values(errors) : []
    return messages.length === 0 ? this.messageIn(language) : messages.join(' ')
  }

  /** The message for people. */
  messageIn(language: Language): string {
    return this.details.sentence ?? t(language, this.details.text ?? refusalReasons[this.code], this.details.params)
  }
}
