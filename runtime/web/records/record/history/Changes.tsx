/** What entries of the history changed in fields and in lines. */
import { Button } from '@blueprintjs/core'
import { ArrowRight } from '@blueprintjs/icons'
import { kinds, type Language } from '../../../../protocol/index.ts'
import { useLanguage } from '../../../core/i18n/language.ts'
import { lazyComponent } from '../../../core/loading/lazy-component.tsx'
import type { FormattedChange, FormattedLine } from './format-history.ts'
import type { RecordHistoryProps } from './history-props.ts'
import { useT } from './texts.ts'

/** What was done to a line; a value that it had goes back into that line of the form. */
export function Line({
  line: { owner, id, label, is, changes },
  onRestore,
}: { readonly line: FormattedLine } & Pick<RecordHistoryProps, 'onRestore'>) {
  const t = useT()
  return (
    <li className="history-line">
      <span className="history-line-name">{label}</span> {is !== 'changed' && is !== 'same' && t(`line-${is}`)}
      <ul>
        {changes.map((change) => (
          <Change
            key={change.field.name}
            change={change}
            onRestore={
              // The name beside a reference would stay that of another record.
              is === 'changed' && onRestore && !change.field.relation
                ? (field, value) => onRestore(owner, value, { line: id, name: field.name })
                : null
            }
          />
        ))}
      </ul>
    </li>
  )
}

// Few records have rich text, so what compares words loads with the first.
const TextDiff = lazyComponent<{ readonly before: string; readonly after: string; readonly language: Language }>(
  async () => (await import('../../../fields/html/TextDiff.tsx')).TextDiff,
  BeforeAfter,
)

function BeforeAfter({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useT()
  return (
    <>
      <del>{before === '' ? t('none') : before}</del>
      <ArrowRight size={12} title={t('to')} />
      <ins>{after === '' ? t('none') : after}</ins>
    </>
  )
}

/** What a field was and became, and a button that puts the former value back into the form. */
export function Change({
  change: { field, label, before, after, value },
  onRestore,
}: { readonly change: FormattedChange } & Pick<RecordHistoryProps, 'onRestore'>) {
  const t = useT()
  const language = useLanguage()
  return (
    <li className="history-change">
      <span>
        {label}
        {t('colon')}
      </span>
      {kinds[field.kind].plainText && before !== '' && after !== '' ? (
        <TextDiff before={before} after={after} language={language} />
      ) : (
        <BeforeAfter before={before} after={after} />
      )}
      {onRestore && value && (
        <Button
          size="small"
          variant="minimal"
          intent="primary"
          text={t('put-back')}
          aria-label={t('put-back-of', { field: label, value: before === '' ? t('none') : before })}
          onClick={() => onRestore(field, value.wire)}
        />
      )}
    </li>
  )
}
