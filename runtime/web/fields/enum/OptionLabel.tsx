import { Tag } from '@blueprintjs/core'
import type { Language, OptionModel } from '../../../protocol/index.ts'
import './option.css'

/**
 * An option by its tone. Only what needs attention is a coloured tag: among tags on every row it would not be noticed.
 * What is under way or done has a dot, everything else is plain text. The text names the option in each case, because
 * colour alone would not be accessible.
 */
export function OptionLabel({ option, language }: { readonly option: OptionModel; readonly language: Language }) {
  const { tone } = option
  const text = option.label[language]
  return tone === 'warning' || tone === 'danger' ? (
    <Tag minimal intent={tone}>
      {text}
    </Tag>
  ) : (
    <span className="option-label" data-tone={tone}>
      {text}
    </span>
  )
}
