/** The form of a text as an editor: title and text in the middle, settings or the preview beside it. */
import { SegmentedControl } from '@blueprintjs/core'
import { useMemo, useState } from 'react'
import { callRoute, useCan, type FormProps } from 'tablewright/web'
import { createQuietSend, FormFields, useAutosave, type Autosave } from 'tablewright/web/parts'
import { formatSeconds } from 'tablewright/protocol'
import { autosave, previewDraft } from '../../shared/drafts.ts'
import { PagePreview } from '../preview/PagePreview.tsx'
import { NewTagsContext } from './new-tags.ts'
import { SearchSnippet } from './SearchSnippet.tsx'
import { useT } from './texts.ts'
import './editor.css'

const sides = ['settings', 'preview', 'writing'] as const
type Side = (typeof sides)[number]

/** Adds drafts as every record is added, and saves their changes by a call that live texts refuse. */
const saveDraft = createQuietSend((_model, { id, version, ...values }) =>
  callRoute(autosave, { id, version: Number(version), values: JSON.stringify(values) }, { quiet: true }),
)

export function EditorForm(props: FormProps) {
  const { form, screen } = props
  const t = useT()
  const [side, setSide] = useState<Side>('settings')
  const status = form.base?.['status'] ?? null
  const isDraft = !screen.isLocked && (status === null || status === 'offline' || status === 'refused')
  const saving = useAutosave(props, { isOn: isDraft, send: saveDraft })
  const newTags = useNewTags(form)
  return (
    <div className="cms-editor" data-side={side}>
      <div className="cms-editor-bar">
        <p className="cms-editor-state">
          <StateText {...props} />
        </p>
        <SavingText form={form} saving={saving} isDraft={isDraft} isLocked={screen.isLocked} />
        <SegmentedControl
          small
          aria-label={t('side')}
          options={sides.map((value) => ({ value, label: t(value) }))}
          value={side}
          // The options are these.
          onValueChange={(value) => setSide(value as Side)}
        />
      </div>
      <div className="cms-editor-body">
        <NewTagsContext value={newTags}>
          <FormFields {...props} />
        </NewTagsContext>
        {side === 'preview' && <TextPreview form={form} />}
      </div>
    </div>
  )
}

/** The fields that the page shows. */
const pageFields = [
  'title',
  'content',
  'images',
  'price',
  'currency',
  'publish_time',
  'seotitle',
  'source_title',
  'source_url',
] as const

function TextPreview({ form }: Pick<FormProps, 'form'>) {
  const { draft, base } = form
  const values = JSON.stringify(Object.fromEntries(pageFields.map((name) => [name, draft[name] ?? null])))
  const id = base === null ? {} : { id: Number(base['id']) }
  return (
    <div className="cms-editor-side">
      <PagePreview
        values={values}
        load={(latest, signal) => callRoute(previewDraft, { values: latest, ...id }, { quiet: true, signal })}
      />
      <SearchSnippet form={form} />
    </div>
  )
}

function useNewTags({ draft, dispatch }: FormProps['form']) {
  const value = draft['new_tags']
  return useMemo(
    () => ({
      names: Array.isArray(value) ? value.map(String) : [],
      setNames: (names: readonly string[]) => dispatch({ type: 'put', field: 'new_tags', value: names }),
    }),
    [value, dispatch],
  )
}

/** The state of the text, and who can do the next step. */
function StateText({ form: { base, locale } }: FormProps) {
  const t = useT()
  const can = useCan()
  const mayApprove = can('cms/content', 'approve')
  if (base === null) return <strong>{t('state.new')}</strong>
  const { status, shown, pending_seq: seq, memo, published, publish_time: time } = base
  const isPublished = published === 1
  const draft = isPublished ? t('state.offline') : t('state.draft')
  const [state, next] =
    status === 'unaudited'
      ? [t('state.review'), t(mayApprove ? 'next.review' : 'next.wait')]
      : status === 'refused'
        ? [t('state.refused', { reason: String(memo ?? '') }), t('next.submit')]
        : status === 'offline'
          ? [draft, t(mayApprove ? 'next.publish' : 'next.submit')]
          : typeof seq === 'number'
            ? [t('state.waiting'), t(mayApprove ? 'next.review' : 'next.wait')]
            : [shownText(t, Number(shown), Number(time), locale.timeZone), t('next.live')]
  return (
    <>
      <strong>{state}</strong> <span className="tw-muted">{next}</span>
    </>
  )
}

/** By the options of the field `shown`. */
function shownText(t: ReturnType<typeof useT>, shown: number, time: number, zone: string): string {
  if (shown === 4) return t('state.scheduled', { time: formatSeconds(time, zone), zone })
  if (shown === 5) return t('state.expired')
  return shown === 6 ? t('state.hidden') : t('state.live')
}

interface SavingProps extends Pick<FormProps, 'form'> {
  readonly saving: Autosave
  readonly isDraft: boolean
  readonly isLocked: boolean
}

function SavingText({ form: { isDirty, locale }, saving, isDraft, isLocked }: SavingProps) {
  const t = useT()
  const { problem, isSaving, savedAt } = saving
  if (isLocked) return null
  if (isDraft && problem !== null && problem !== 'invalid')
    return (
      <p role="alert" className="cms-editor-saving" data-failed>
        {t('failed', { message: problem.message })}
      </p>
    )
  const text = !isDraft
    ? isDirty && t('kept')
    : isSaving
      ? t('saving')
      : problem === 'invalid'
        ? t('invalid')
        : isDirty
          ? t('typing')
          : savedAt !== null &&
            t('saved-at', { time: formatSeconds(Math.floor(savedAt / 1000), locale.timeZone).slice(11) })
  return (
    <p role="status" className="cms-editor-saving">
      {text}
    </p>
  )
}
