import { Tag } from '@blueprintjs/core'
import type { Language, OptionModel } from '../../../protocol/index.ts'

/** The tone colours the tag, the text says it: nothing is told by colour alone. */
export function OptionTag({ option, language }: { readonly option: OptionModel; readonly language: Language }) {
  return (
    <Tag minimal intent={option.tone === 'none' ? 'none' : option.tone}>
      {option.label[language]}
    </Tag>
  )
}
