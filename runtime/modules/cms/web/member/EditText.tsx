/** A text of the member: its state with what happened so far, and the form. */
import { Button, Callout, Spinner, Tag } from '@blueprintjs/core'
import { useMemo } from 'react'
import { formatSeconds, plainText, type AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, useSite, useStaleWhileRevalidate, useTitle, type MemberPageProps } from 'tablewright/web'
import { remarksOf } from '../../shared/remarks.ts'
import { readContribution } from '../../shared/site/user-routes.ts'
import { ContributionForm, valuesOf } from './ContributionForm.tsx'
import './member.css'
import { useT, type T } from './texts.ts'

type Contribution = AnswerOf<NonNullable<typeof readContribution.answer>>

export function EditText({ params: { id = '' } }: MemberPageProps) {
  const t = useT()
  const { value, error, retry } = useStaleWhileRevalidate(`contribution ${id}`, () =>
    callRoute(readContribution, { id: Number(id) }, { quiet: true }),
  )
  const remarks = useMemo(
    () => (value ? remarksOf(openReason(value), plainText(String(value.row['content'] ?? ''))) : []),
    [value],
  )
  useTitle(value ? String(value.row['title'] ?? '') : t('contribute'))
  if (!value)
    return error === null ? (
      <Spinner aria-label={t('loading')} />
    ) : (
      <Callout compact intent="danger" role="alert">
        {errorText(error)} <Button size="small" text={t('retry')} onClick={retry} />
      </Callout>
    )
  return (
    <>
      <div className="cms-head">
        <h1>{String(value.row['title'] ?? '')}</h1>
        <span>
          <Tag minimal>{t(`shown-${value.shown}`)}</Tag> {value.channel.name}
        </span>
      </div>
      {value.status === 'normal' && <Callout compact>{t('live-note')}</Callout>}
      <Timeline contribution={value} />
      <ContributionForm
        // A form begins anew with what the server has after each step.
        key={`${value.version} ${value.status}`}
        id={value.id}
        model={value.model}
        values={valuesOf(value)}
        status={value.status}
        version={value.version}
        agreement=""
        remarks={remarks}
        onSaved={retry}
      />
    </>
  )
}

const knownActions = new Set([
  'add',
  'submit',
  'withdraw',
  'approve',
  'approveChanges',
  'refuse',
  'refuseChanges',
  'takeOffline',
  'retract',
])

const stepLabel = (t: T, action: string): string =>
  // Only knownActions actions have a text.
  knownActions.has(action) ? t(`step-${action}` as 'step-add') : action

/** The reason of a refusal that is not answered yet; empty = there is none. */
function openReason({ reviews, status, waiting }: Contribution): string {
  const last = reviews.at(-1)
  const isOpen = status === 'refused' || (last?.action === 'refuseChanges' && !waiting)
  const refusals = reviews.filter(({ action }) => action === 'refuse' || action === 'refuseChanges')
  return isOpen ? (refusals.at(-1)?.reason ?? '') : ''
}

/** Goes to the first remark of a part, or else to the text. */
const goToRemark = (): void => {
  const remark = document.querySelector<HTMLElement>('.cms-remarks button, .cms-form .bp6-callout.bp6-intent-danger')
  remark?.scrollIntoView({ block: 'center' })
  const place = remark?.matches('button') ? remark : document.querySelector<HTMLElement>('.cms-form .ProseMirror')
  ;(place ?? document.querySelector<HTMLElement>('.cms-form input'))?.focus()
}

/** The history of the text, with the reason of a refusal and a way to the place that has to be fixed. */
function Timeline({ contribution }: { readonly contribution: Contribution }) {
  const t = useT()
  const { timeZone } = useSite()
  const { reviews } = contribution
  const last = openReason(contribution) === '' ? undefined : reviews.findLast(({ reason }) => reason !== '')
  return (
    <section className="tw-card">
      <h2>{t('timeline')}</h2>
      <ol className="cms-timeline">
        {reviews.map((review) => (
          <li key={review.id} data-to={review.to}>
            <strong>{stepLabel(t, review.action)}</strong>{' '}
            <span className="tw-muted">{formatSeconds(review.create_time, timeZone).slice(0, 16)}</span>
            {review.reason !== '' && <p className="cms-memo">{review.reason}</p>}
            {review === last && <Button size="small" text={t('fix-this')} onClick={goToRemark} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
