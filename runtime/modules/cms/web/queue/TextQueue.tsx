/** The queue of texts that wait: drafts that were submitted, and changes of live texts. */
import { Button, Callout } from '@blueprintjs/core'
import { Edit } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import {
  callRoute,
  createRecords,
  errorText,
  useCan,
  useStaleWhileRevalidate,
  type ToolbarPartProps,
} from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'
import { previewDraft } from '../../shared/drafts.ts'
import { compare } from '../../shared/routes.ts'
import { textReasons } from '../../shared/review.ts'
import { PageFrame } from '../preview/PagePreview.tsx'
import { Difference } from '../review/ReviewPanel.tsx'
import { Corrections } from './Corrections.tsx'
import { correctionsIn, type Correction, type SubmittedText } from './corrections.ts'
import { Queue } from './Queue.tsx'
import type { QueueEntry } from './queue-state.ts'
import { useT } from './texts.ts'

const records = createRecords<Entities>(controllers, { quiet: true, notifySuccess: false })

interface WaitingText extends QueueEntry {
  readonly author: string | null
  readonly channel: string
  /** It is live, and changes of it wait. */
  readonly isLive: boolean
}

const waiting = 'search[0][field]=to_review&search[0][operator]=eq&search[0][val]=1'

type TextRow = Awaited<ReturnType<typeof records.list<'cms/content'>>>[number]

const wire = (row: object): Readonly<Record<string, unknown>> => row as Readonly<Record<string, unknown>>

const nameIn = (row: unknown, key: string): string | null => {
  const name = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>)[key] : null
  return typeof name === 'string' && name !== '' ? name : null
}

const waitingText = (row: TextRow): WaitingText => {
  const nested = wire(row)
  const author = nameIn(nested['user'], 'nickname') ?? nameIn(nested['user'], 'username')
  const channel = nameIn(nested['channel'], 'name') ?? ''
  return {
    id: row.id,
    version: Number(nested['version']),
    name: row.title,
    facts: [channel, author].filter(Boolean).join(' · '),
    author,
    channel,
    isLive: row.status === 'normal',
  }
}

/** The oldest come first. */
const loadWaiting = async (): Promise<readonly WaitingText[]> =>
  (await records.list('cms/content', `limit=100&order=id,asc&${waiting}`)).map(waitingText)

/** A text with its changes and its page. */
async function loadText({ id }: WaitingText) {
  const [comparison, page] = await Promise.all([
    callRoute(compare, { id }, { quiet: true }),
    callRoute(previewDraft, { id, values: '{}' }, { quiet: true }),
  ])
  return { comparison, html: page.html }
}

type LoadedText = Awaited<ReturnType<typeof loadText>>

const keyOf = ({ id, version }: WaitingText): string => `${id} ${version}`

/** Texts are loaded once, and the next one before it is asked for. */
function useTexts(): (entry: WaitingText) => Promise<LoadedText> {
  const loading = useRef(new Map<string, Promise<LoadedText>>())
  return (entry) => {
    const key = keyOf(entry)
    const request = loading.current.get(key)
    if (request) return request
    const text = loadText(entry)
    loading.current.set(key, text)
    // A failure is no answer: it is asked again.
    text.catch(() => loading.current.delete(key))
    return text
  }
}

export function TextQueue({ model, reload, onClose }: ToolbarPartProps & { readonly onClose: () => void }) {
  const t = useT()
  const can = useCan()
  const load = useTexts()
  const [corrections, setCorrections] = useState<ReadonlyMap<number, Correction>>(new Map())
  const correct = (id: number, correction: Correction | null): void => {
    const next = new Map(corrections)
    if (correction === null) next.delete(id)
    else next.set(id, correction)
    setCorrections(next)
  }
  /** Somebody has changed the text since it was corrected. */
  const isOutdated = ({ id, version }: WaitingText): boolean => (corrections.get(id)?.version ?? version) !== version
  return (
    <Queue<WaitingText>
      title={t('texts-title')}
      load={loadWaiting}
      preload={(entry) => void load(entry).catch(() => undefined)}
      loadReasons={() => callRoute(textReasons, null, { quiet: true }).then(({ reasons }) => reasons)}
      mayApprove={(entry) => can('cms/content', entry.isLive ? 'approveChanges' : 'approve') && !isOutdated(entry)}
      mayRefuse={({ isLive }) => can('cms/content', isLive ? 'refuseChanges' : 'refuse')}
      approve={({ id, version, isLive }) =>
        records.act('cms/content', isLive ? 'approveChanges' : 'approve', {
          id,
          version,
          ...correctionsIn(corrections.get(id)),
        })
      }
      refuse={({ id, version, isLive }, reason) =>
        records.act('cms/content', isLive ? 'refuseChanges' : 'refuse', { id, version, reason })
      }
      onDecided={() => void reload()}
      onClose={onClose}
    >
      {(entry) => (
        <Entry
          entry={entry}
          model={model}
          load={load}
          correction={corrections.get(entry.id) ?? null}
          isOutdated={isOutdated(entry)}
          onCorrect={(correction) => correct(entry.id, correction)}
        />
      )}
    </Queue>
  )
}

interface EntryProps extends Pick<ToolbarPartProps, 'model'> {
  readonly entry: WaitingText
  readonly load: (entry: WaitingText) => Promise<LoadedText>
  readonly correction: Correction | null
  readonly isOutdated: boolean
  /** Null = nothing is corrected. */
  readonly onCorrect: (correction: Correction | null) => void
}

function Entry({ entry, model, load, correction, isOutdated, onCorrect }: EntryProps) {
  const t = useT()
  const { id, name, author, channel, isLive, version } = entry
  const { value, error } = useStaleWhileRevalidate(keyOf(entry), () => load(entry))
  return (
    <>
      <h3>{value?.comparison.edited.title ?? name}</h3>
      <p className="cms-queue-facts">
        <span>{t(isLive ? 'kind-changes' : 'kind-draft')}</span>
        <span>{author === null ? t('by-editor') : t('by', { name: author })}</span>
        <span>{t('channel', { name: channel })}</span>
        <a href={`#/admin/cms/content?edit=${id}`}>{t('edit')}</a>
      </p>
      {isOutdated && (
        <Callout compact role="alert" intent="warning" className="cms-queue-outdated">
          {t('outdated')}
          <span className="cms-queue-buttons">
            <Button size="small" text={t('take-new')} onClick={() => onCorrect(null)} />
            <Button
              size="small"
              text={t('keep-mine')}
              onClick={() => correction && onCorrect({ ...correction, version })}
            />
          </span>
        </Callout>
      )}
      {value === null && error === null && <p role="status">{t('loading')}</p>}
      {value === null && error !== null && <p role="alert">{errorText(error)}</p>}
      {value && <Changes text={value.comparison} isLive={isLive} />}
      {value && (
        <CorrectionPart
          model={model}
          submitted={value.comparison.edited}
          correction={correction}
          onCorrect={(change) =>
            onCorrect(change && { version: correction?.version ?? version, ...correction, ...change })
          }
        />
      )}
      {value && (
        <>
          <h4>{t('page')}</h4>
          <PageFrame html={value.html} />
        </>
      )}
    </>
  )
}

/** The changes, compared with the live text or with the refused one. */
function Changes({ text, isLive }: { readonly text: LoadedText['comparison']; readonly isLive: boolean }) {
  const t = useT()
  const pending = text.revisions.find(({ state }) => state === 'pending')
  const former = text.revisions.find(({ state }) => state === 'refused')
  if (isLive && pending)
    return (
      <>
        <h4>{t('changes')}</h4>
        <Difference live={text} revision={pending} />
      </>
    )
  if (isLive || !former) return null
  const [before, now] = [
    { title: former.title, text: former.text },
    { title: text.title, text: text.text },
  ]
  return (
    <>
      <h4>{t('changes-refused')}</h4>
      <p className="cms-queue-reason">{t('refused-for', { reason: former.note ?? '' })}</p>
      <Difference live={{ ...text, ...before }} revision={{ ...former, ...now, fields: [] }} />
    </>
  )
}

interface CorrectionPartProps extends Pick<ToolbarPartProps, 'model'> {
  readonly submitted: SubmittedText
  readonly correction: Correction | null
  readonly onCorrect: (change: Partial<SubmittedText> | null) => void
}

/** Closed until something is corrected: most texts are approved as they are. */
function CorrectionPart({ correction, onCorrect, ...props }: CorrectionPartProps) {
  const t = useT()
  if (correction === null)
    return (
      <Button
        variant="minimal"
        icon={<Edit />}
        className="cms-queue-correct"
        text={t('correct')}
        onClick={() => onCorrect({})}
      />
    )
  return (
    <>
      <h4>{t('corrections')}</h4>
      <Corrections {...props} correction={correction} onCorrect={onCorrect} />
      <Button size="small" text={t('correct-nothing')} onClick={() => onCorrect(null)} />
    </>
  )
}
