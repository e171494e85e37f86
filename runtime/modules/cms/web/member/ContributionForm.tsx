/** The form of a contribution: what its channel takes, saved as a draft or handed in. */
import { Button, Callout, HTMLSelect, Switch } from '@blueprintjs/core'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { fieldOf, type AnswerOf } from 'tablewright/protocol'
import { callRoute, errorText, notify } from 'tablewright/web'
import { HtmlInput, ImagesInput, UploadArea, useFieldLocale, type RecordView } from 'tablewright/web/parts'
import { content as model } from '#generated/cms/content/table.ts'
import { contribute, type readContribution } from '../../shared/site/user-routes.ts'
import { Field } from '../site/Field.tsx'
import type { Remark } from '../../shared/remarks.ts'
import { FileInputs, type OfferedFile } from './FileInputs.tsx'
import { TextRemarks } from './TextRemarks.tsx'
import { useT } from './texts.ts'

export interface Values {
  readonly channel_id: number
  readonly title: string
  readonly content: string
  readonly images: readonly string[]
  readonly description: string
  readonly tags: string
  readonly source_title: string
  readonly source_url: string
  readonly downloads: readonly OfferedFile[]
  readonly download_after_comment: 0 | 1
  readonly price: string
  readonly currency: 'RMB' | 'integral'
}

export const emptyContribution: Values = {
  channel_id: 0,
  title: '',
  content: '',
  images: [],
  description: '',
  tags: '',
  source_title: '',
  source_url: '',
  downloads: [],
  download_after_comment: 0,
  price: '0',
  currency: 'RMB',
}

/** The values of a stored text. */
export function valuesOf({ row, tags, files }: AnswerOf<NonNullable<typeof readContribution.answer>>): Values {
  const text = (name: string): string => String(row[name] ?? '')
  return {
    channel_id: Number(row['channel_id']),
    title: text('title'),
    content: text('content'),
    // The answer has a list of addresses.
    images: (row['images'] ?? []) as readonly string[],
    description: text('description'),
    tags: tags.map(({ name }) => name).join(', '),
    source_title: text('source_title'),
    source_url: text('source_url'),
    downloads: files,
    download_after_comment: row['download_after_comment'] === 1 ? 1 : 0,
    price: text('price') || '0',
    currency: row['currency'] === 'integral' ? 'integral' : 'RMB',
  }
}

interface ContributionFormProps {
  /** Null = a new one. */
  readonly id: number | null
  readonly model: 'news' | 'products' | 'downloads'
  readonly values: Values
  readonly status: 'normal' | 'unaudited' | 'refused' | 'offline'
  readonly version: number
  readonly agreement: string
  /** Remarks of a refusal about parts of the text. */
  readonly remarks?: readonly Remark[]
  readonly onSaved: (id: number) => void
}

const noRemarks: readonly Remark[] = []

export function ContributionForm(props: ContributionFormProps) {
  const t = useT()
  const { id, status, agreement, model: kind, remarks = noRemarks } = props
  const form = useContribution(props)
  const { values, set, isDirty, isBusy, isPending, setPending, problem, save } = form
  const canSubmit = status === 'offline' || status === 'refused'
  return (
    <UploadArea value="api">
      <form
        className="tw-card site-form cms-form"
        onSubmit={(event) => {
          event.preventDefault()
          void save(canSubmit)
        }}
      >
        <TextInputs values={values} set={set} onPending={setPending} model={kind} remarks={remarks} />
        {problem !== '' && (
          <Callout compact intent="danger" role="alert">
            {problem}
          </Callout>
        )}
        <div className="cms-actions">
          {canSubmit && (
            <Button type="submit" intent="primary" text={t('submit')} aria-busy={isBusy} disabled={isPending} />
          )}
          <Button
            text={t(canSubmit ? 'save-draft' : 'save')}
            intent={canSubmit ? 'none' : 'primary'}
            disabled={isPending}
            onClick={() => void save(false)}
          />
          <span className="tw-muted" role="status">
            {isDirty ? t('not-saved') : id === null ? '' : t('saved')}
          </span>
        </div>
        {agreement !== '' && (
          <details>
            <summary>{t('agreement')}</summary>
            <p className="cms-agreement">{agreement}</p>
          </details>
        )}
      </form>
    </UploadArea>
  )
}

/** The values of the form, and how they are saved. */
function useContribution({ id, values: initial, version, onSaved }: ContributionFormProps) {
  const t = useT()
  const [values, setValues] = useState(initial)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isPending, setPending] = useState(false)
  const isDirty = JSON.stringify(values) !== JSON.stringify(initial)
  const set = (part: Partial<Values>): void => setValues((before) => ({ ...before, ...part }))
  useEffect(() => {
    if (!isDirty) return undefined
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isDirty])
  const latest = useRef(values)
  useEffect(() => {
    latest.current = values
  }, [values])
  const save = async (submit: boolean): Promise<void> => {
    setBusy(true)
    setProblem('')
    try {
      // The editor hands its text over when it is left, which happens before this.
      const input = inputOf(latest.current)
      const saved = await callRoute(
        contribute,
        { ...input, ...(id !== null && { id, version }), ...(submit && { submit }) },
        { quiet: true },
      )
      notify({ tone: 'success', text: t(submit ? 'shown-review' : 'saved') })
      onSaved(saved.id)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const saveDraft = useEffectEvent(() => void save(false))
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      saveDraft()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  return { values, set, isDirty, isBusy, isPending, setPending, problem, save }
}

/** The values as the server takes them. */
const inputOf = ({ tags, images, price, downloads, ...texts }: Values) => ({
  ...texts,
  images: [...images],
  downloads: downloads.map(({ url }) => url),
  price: price.trim() === '' ? '0' : price.trim(),
  tags: tags
    .split(/[,，、]/)
    .map((tag) => tag.trim())
    .filter(Boolean),
})

interface TextInputsProps {
  readonly values: Values
  readonly set: (part: Partial<Values>) => void
  readonly onPending: (isPending: boolean) => void
  /** News name where they are from, downloads offer files. */
  readonly model: ContributionFormProps['model']
  readonly remarks: readonly Remark[]
}

function TextInputs({ values, set, onPending, model: kind, remarks }: TextInputsProps) {
  const t = useT()
  const note = (...fields: readonly string[]) => (
    <FieldRemarks remarks={remarks.filter(({ field }) => field !== null && fields.includes(field))} />
  )
  const ofText = useMemo(() => remarks.filter(({ words }) => words !== null), [remarks])
  const { title, description, tags, price, currency } = values
  return (
    <>
      <Field label={t('title')} value={title} onChange={(text) => set({ title: text })} maxLength={200} required />
      {note('title')}
      <TextRemarks remarks={ofText}>
        <RichInput
          name="content"
          label={t('content')}
          help={t('content-help')}
          value={values.content}
          onChange={(html) => set({ content: typeof html === 'string' ? html : '' })}
          onPending={onPending}
        />
      </TextRemarks>
      {note('content')}
      <RichInput
        name="images"
        label={t('images')}
        value={values.images}
        // The input holds a list of addresses.
        onChange={(images) => set({ images: (images ?? []) as readonly string[] })}
        onPending={onPending}
      />
      {note('images')}
      <Field
        label={t('description')}
        value={description}
        onChange={(text) => set({ description: text })}
        maxLength={500}
        rows={2}
      />
      {note('description')}
      <Field label={t('tags')} help={t('tags-help')} value={tags} onChange={(text) => set({ tags: text })} />
      {note('tags')}
      <ModelInputs values={values} set={set} onPending={onPending} model={kind} remarks={remarks} />
      <div className="cms-price">
        <Field
          label={t('price')}
          help={t('price-help')}
          value={price}
          onChange={(text) => set({ price: text })}
          inputMode="decimal"
        />
        <HTMLSelect
          aria-label={t('currency')}
          value={currency}
          onChange={(event) => set({ currency: event.target.value === 'integral' ? 'integral' : 'RMB' })}
          options={(['RMB', 'integral'] as const).map((value) => ({ value, label: t(`currency-${value}`) }))}
        />
      </div>
      {note('price')}
    </>
  )
}

/** The inputs that texts of one model have. */
function ModelInputs({ values, set, onPending, model: kind, remarks }: TextInputsProps) {
  const t = useT()
  const { source_title: source, source_url: url } = values
  const note = (...fields: readonly string[]) => (
    <FieldRemarks remarks={remarks.filter(({ field }) => field !== null && fields.includes(field))} />
  )
  return (
    <>
      {kind === 'downloads' && (
        <>
          <FileInputs files={values.downloads} onChange={(downloads) => set({ downloads })} onPending={onPending} />
          {note('downloads')}
          <Switch
            label={t('after-comment')}
            checked={values.download_after_comment === 1}
            onChange={(event) => set({ download_after_comment: event.currentTarget.checked ? 1 : 0 })}
          />
        </>
      )}
      {kind === 'news' && (
        <>
          <Field
            label={t('source-title')}
            value={source}
            onChange={(text) => set({ source_title: text })}
            maxLength={100}
          />
          <Field label={t('source-url')} value={url} onChange={(text) => set({ source_url: text })} maxLength={255} />
          {note('source_title', 'source_url')}
        </>
      )}
    </>
  )
}

/** Remarks of a refusal about one field, below it. */
function FieldRemarks({ remarks }: { readonly remarks: readonly Remark[] }) {
  return remarks.map(({ text }) => (
    <Callout compact key={text} intent="danger">
      {text}
    </Callout>
  ))
}

interface RichInputProps {
  readonly name: 'content' | 'images'
  readonly label: string
  readonly help?: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onPending: (isPending: boolean) => void
}

/** An input of the record forms, for a text of which the member sees nothing else. */
function RichInput({ name, label, help, value, onChange, onPending }: RichInputProps) {
  const id = useId()
  const locale = useFieldLocale()
  const field = fieldOf(model, name)
  if (!field) return null
  const record: RecordView = {
    model,
    id: null,
    row: null,
    valueOf: () => null,
    remember: () => {},
    setPending: (_field, isPending) => onPending(isPending),
  }
  const props = { id, field, value, onChange, onBlur: () => {}, disabled: false, invalid: false, record, locale }
  const describedBy = help === undefined ? undefined : `${id}-help`
  return (
    <div className="site-field">
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {name === 'content' ? (
        <HtmlInput {...props} describedBy={describedBy} />
      ) : (
        <ImagesInput {...props} describedBy={describedBy} />
      )}
      {help !== undefined && (
        <small id={`${id}-help`} className="tw-muted">
          {help}
        </small>
      )}
    </div>
  )
}
