/** An operation that was not done, with its reason; http tells it as code 0. */
import {
  refusalReasons,
  say,
  type Language,
  type RecordReference,
  type RefusalReason,
  type Shortage,
  type TextKey,
} from '../../protocol/index.ts'

export interface RefusalDetail {
  /** Field name → message, already in the caller's language. */
  readonly errors?: Readonly<Record<string, string>>
  /** `conflict`: the record as it stands now. */
  readonly row?: Readonly<Record<string, unknown>>
  /** `in_use`: records that refer to the one in question. */
  readonly references?: readonly RecordReference[]
  /** `stock_short`: every balance that does not suffice. */
  readonly short?: readonly Shortage[]
  /** Values of the places in the message. */
  readonly params?: Readonly<Record<string, string | number>>
  /** A message more telling than the reason's own. */
  readonly text?: TextKey
  /** The message itself, where it is made of others. */
  readonly sentence?: string
}

export class Refusal extends Error {
  readonly reason: RefusalReason
  readonly detail: RefusalDetail

  constructor(reason: RefusalReason, detail: RefusalDetail = {}) {
    super(reason)
    this.name = 'Refusal'
    this.reason = reason
    this.detail = detail
  }

  /** The message for people. */
  say(language: Language): string {
    return this.detail.sentence ?? say(language, this.detail.text ?? refusalReasons[this.reason], this.detail.params)
  }
}
