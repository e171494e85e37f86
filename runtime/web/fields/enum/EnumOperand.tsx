import { optionOf } from '../../../protocol/index.ts'
import type { OperandProps } from '../renderer.ts'

/** The label of an option instead of its value. */
export function OptionOperand({ field, text, locale }: OperandProps) {
  return optionOf(field, text)?.label[locale.language] ?? text
}
