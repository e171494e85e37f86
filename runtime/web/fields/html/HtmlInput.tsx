/** Rich text. The editor is large and few forms have one, so it loads with the first. */
import { lazyComponent } from '../../core/loading/lazy-component.tsx'
import type { InputProps } from '../input-props.ts'
import { HtmlText } from './HtmlText.tsx'

/** The text can be read while the editor loads. */
function LoadingText({ value }: InputProps) {
  return (
    <div className="rich-text-loading">
      <HtmlText html={typeof value === 'string' ? value : ''} />
    </div>
  )
}

export const HtmlInput = lazyComponent<InputProps>(
  async () => (await import('./RichTextEditor.tsx')).RichTextEditor,
  LoadingText,
)
