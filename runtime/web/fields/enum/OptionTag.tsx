import { Tag } from '@blueprintjs/core'
import type { Language, OptionModel } from '../../../protocol/index.ts'

/** The tone colours the tag and the text names the option: colour alone would not be accessible. */
export function OptionTag({ option, language }: { readonly option: OptionModel; readonly language: Language }) {
  return (
    <Tag minimal intent={option.tone === 'none' ? 'none' : option.tone}>
      {option.label[language]}
    </Tag>
  )
}
