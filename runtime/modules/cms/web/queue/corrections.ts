/** Corrections of a text by whoever approves it. Pure. */

/** The text as it was handed in. */
export interface SubmittedText {
  readonly title: string
  readonly description: string
  readonly content: string
}

/** The fields that were corrected, and the version that they were corrected in. */
export type Correction = { readonly version: number } & Partial<SubmittedText>

/** The inputs of the approval: what was not corrected is not sent, and stays as it is. */
export function correctionsIn(correction: Correction | undefined): Partial<SubmittedText> {
  const { version: _version, ...fields } = correction ?? { version: 0 }
  return fields
}
