import type { OptionModel } from '../../../protocol/index.ts'

/** The options behind a switch: 0 is off, 1 is on. */
export interface SwitchPair {
  readonly off: OptionModel
  readonly on: OptionModel
}

/** The pair, or null when the options are not exactly 0 and 1. */
export function switchPair(options: readonly OptionModel[]): SwitchPair | null {
  const off = options.find((option) => String(option.value) === '0')
  const on = options.find((option) => String(option.value) === '1')
  return off && on && options.length === 2 ? { off, on } : null
}
