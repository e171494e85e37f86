/** The review of a text: changes that wait, compared with what is live, former revisions, and the log. */
import { Button, Callout } from '@blueprintjs/core'
import { useState } from 'react'
import { formatSeconds } from 'tablewright/protocol'
import {
  callRoute,
  errorText,
  notify,
  TextDiff,
  useCan,
  useLanguage,
  useSite,
  useStaleWhileRevalidate,
  type PanelProps,
} from 'tablewright/web'
import { compare, restoreRevision } from '../../shared/routes.ts'
import { actionKey, useT } from './texts.ts'
import './review.css'

const loadComparison = (id: number) => callRoute(compare, { id }, { quiet: true })

type Comparison = Awaited<ReturnType<typeof loadComparison>>
type Revision = Comparison['revisions'][number]

export function ReviewPanel({ row, isDirty, onChanged }: PanelProps) {
  const id = Number(row['id'])
  const t = useT()
  const language = useLanguage()
  const { value, error } = useStaleWhileRevalidate(`cms compare ${id} ${String(row['version'])} ${language}`, () =>
    loadComparison(id),
  )
  const mayRestore = useCan()('cms/content', 'restoreRevision')
  if (error !== null && value === null)
    return (
      <Callout role="alert" intent="danger">
        {errorText(error)}
      </Callout>
    )
  if (value === null) return <p role="status">{t('loading')}</p>
  const pending = value.revisions.find(({ state }) => state === 'pending')
  const restore = async (seq: number): Promise<void> => {
    const restored = await callRoute(restoreRevision, { id, seq }).catch(() => null)
    if (restored === null) return
    notify({ tone: 'success', text: t('restored', { seq }) })
    await onChanged()
  }
  return (
    <div className="cms-review">
      <section aria-label={t('waiting')}>
        <h3>{t('waiting')}</h3>
        {pending ? (
          <>
            <p>{t('waiting-help')}</p>
            <Difference live={value} revision={pending} />
          </>
        ) : (
          <p>{t('none')}</p>
        )}
      </section>
      <section aria-label={t('revisions')}>
        <h3>{t('revisions')}</h3>
        {isDirty && mayRestore && <p>{t('unsaved')}</p>}
        <ol>
          {value.revisions.map((revision) => (
            <RevisionItem
              key={revision.seq}
              live={value}
              revision={revision}
              onRestore={mayRestore && !isDirty && revision.state !== 'pending' ? restore : null}
            />
          ))}
        </ol>
      </section>
      <Reviews reviews={value.reviews} />
    </div>
  )
}

function RevisionItem({
  live,
  revision,
  onRestore,
}: {
  readonly live: Comparison
  readonly revision: Revision
  readonly onRestore: ((seq: number) => Promise<void>) | null
}) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const { seq, state, note, who, create_time: time } = revision
  const name = t('revision', { seq })
  const run = async (): Promise<void> => {
    setBusy(true)
    await onRestore?.(seq)
    setBusy(false)
  }
  return (
    <li>
      <div className="cms-review-line">
        <span>
          <strong>{name}</strong> · {t(`state.${state}`)}
          {who !== null && ` · ${who}`} <Time seconds={time} />
        </span>
        <span className="cms-review-buttons">
          <Button
            small
            aria-expanded={isOpen}
            aria-label={`${t(isOpen ? 'hide' : 'compare')}: ${name}`}
            text={t(isOpen ? 'hide' : 'compare')}
            onClick={() => setOpen(!isOpen)}
          />
          {onRestore !== null && (
            <Button
              small
              aria-label={`${t('restore')}: ${name}`}
              text={t('restore')}
              loading={isBusy}
              onClick={() => void run()}
            />
          )}
        </span>
      </div>
      {note !== null && note !== '' && <p>{note}</p>}
      {isOpen && <Difference live={live} revision={revision} />}
    </li>
  )
}

/** The revision against the live text. */
export function Difference({ live, revision }: { readonly live: Comparison; readonly revision: Revision }) {
  const t = useT()
  const language = useLanguage()
  const { title, text, fields } = revision
  return (
    <dl className="cms-review-difference">
      {title !== live.title && (
        <div>
          <dt>{t('title')}</dt>
          <dd>
            <TextDiff before={live.title} after={title} language={language} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('body')}</dt>
        <dd>{text === live.text ? t('same') : <TextDiff before={live.text} after={text} language={language} />}</dd>
      </div>
      {fields.length > 0 && (
        <div>
          <dd>{t('fields', { fields: fields.join(language === 'en' ? ', ' : '、') })}</dd>
        </div>
      )}
    </dl>
  )
}

function Reviews({ reviews }: Pick<Comparison, 'reviews'>) {
  const t = useT()
  return (
    <section aria-label={t('reviews')}>
      <h3>{t('reviews')}</h3>
      <ol>
        {reviews.map(({ id, action, reason, who, create_time: time }) => {
          const key = actionKey(action)
          return (
            <li key={id}>
              {key === null ? action : t(key)}
              {who !== null && ` · ${who}`} <Time seconds={time} />
              {reason !== null && reason !== '' && <p>{reason}</p>}
            </li>
          )
        })}
      </ol>
    </section>
  )
}

function Time({ seconds }: { readonly seconds: number | null }) {
  const { timeZone } = useSite()
  return seconds === null ? null : <time>{formatSeconds(seconds, timeZone)}</time>
}
