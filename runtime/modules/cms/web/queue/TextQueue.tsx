/** The queue of texts that wait: drafts that were submitted, and changes of live texts. */
import { InputGroup, TextArea } from '@blueprintjs/core'
import { useState } from 'react'
import {
  callRoute,
  createRecords,
  errorText,
  useCan,
  useLanguage,
  useStaleWhileRevalidate,
  type ToolbarPartProps,
} from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'
import { compare, preview } from '../../shared/routes.ts'
import { textReasons } from '../../shared/review.ts'
import { Difference } from '../review/ReviewPanel.tsx'
import { Queue } from './Queue.tsx'
import type { QueueEntry } from './queue-state.ts'
import { useT } from './texts.ts'

const records = createRecords<Entities>(controllers, { quiet: true, notifySuccess: false })

interface WaitingText extends QueueEntry {
  readonly description: string
  readonly author: string | null
  readonly channel: string
  /** It is live, and changes of it wait. */
  readonly isLive: boolean
}

const query = (field: string, operator: string, val: string): string =>
  `limit=100&order=id,asc&search[0][field]=${field}&search[0][operator]=${operator}&search[0][val]=${val}`

type TextRow = Awaited<ReturnType<typeof records.list<'cms/content'>>>[number]

const wire = (row: object): Readonly<Record<string, unknown>> => row as Readonly<Record<string, unknown>>

const nameIn = (row: unknown, key: string): string | null => {
  const name = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>)[key] : null
  return typeof name === 'string' && name !== '' ? name : null
}

const waitingText = (row: TextRow): WaitingText => {
  const nested = wire(row)
  return {
    id: row.id,
    version: Number(nested['version']),
    name: row.title,
    description: row.description ?? '',
    author: nameIn(nested['user'], 'nickname') ?? nameIn(nested['user'], 'username'),
    channel: nameIn(nested['channel'], 'name') ?? '',
    isLive: row.status === 'normal',
  }
}

/** The oldest come first. */
async function loadWaiting(): Promise<readonly WaitingText[]> {
  const [drafts, edits] = await Promise.all([
    records.list('cms/content', query('status', 'eq', 'unaudited')),
    records.list('cms/content', query('pending_seq', 'egt', '1')),
  ])
  const live = edits.filter(({ status }) => status === 'normal')
  return [...drafts, ...live].map(waitingText)
}

export function TextQueue({ reload, onClose }: ToolbarPartProps & { readonly onClose: () => void }) {
  const t = useT()
  const can = useCan()
  // Corrections of the text that is shown, by its id and version.
  const [corrections, setCorrections] = useState<Corrections | null>(null)
  const correctionsOf = (entry: WaitingText): Corrections =>
    corrections?.of === keyOf(entry)
      ? corrections
      : { of: keyOf(entry), title: entry.name, description: entry.description }
  return (
    <Queue<WaitingText>
      title={t('texts-title')}
      load={loadWaiting}
      loadReasons={() => callRoute(textReasons, null, { quiet: true }).then(({ reasons }) => reasons)}
      mayApprove={({ isLive }) => can('cms/content', isLive ? 'approveChanges' : 'approve')}
      mayRefuse={({ isLive }) => can('cms/content', isLive ? 'refuseChanges' : 'refuse')}
      approve={(entry) => {
        const { id, version } = entry
        if (entry.isLive) return records.act('cms/content', 'approveChanges', { id, version })
        const { title, description } = correctionsOf(entry)
        return records.act('cms/content', 'approve', { id, version, title, description })
      }}
      refuse={({ id, version, isLive }, reason) =>
        records.act('cms/content', isLive ? 'refuseChanges' : 'refuse', { id, version, reason })
      }
      onDecided={() => void reload()}
      onClose={onClose}
    >
      {(entry) => (
        <Entry
          entry={entry}
          corrections={correctionsOf(entry)}
          onCorrect={(change) => setCorrections({ ...correctionsOf(entry), ...change })}
        />
      )}
    </Queue>
  )
}

interface Corrections {
  readonly of: string
  readonly title: string
  readonly description: string
}

const keyOf = ({ id, version }: WaitingText): string => `${id} ${version}`

interface EntryProps {
  readonly entry: WaitingText
  readonly corrections: Corrections
  readonly onCorrect: (change: Partial<Corrections>) => void
}

function Entry({ entry, corrections, onCorrect }: EntryProps) {
  const t = useT()
  const language = useLanguage()
  const { id, name, author, channel, isLive } = entry
  const comparison = useStaleWhileRevalidate(`cms compare ${keyOf(entry)} ${language}`, () =>
    callRoute(compare, { id }, { quiet: true }),
  )
  const page = useStaleWhileRevalidate(`cms preview ${keyOf(entry)} ${language}`, () =>
    callRoute(preview, { id }, { quiet: true }),
  )
  const { value } = comparison
  const waiting = value?.revisions.find(({ state }) => state === 'pending')
  const former = value?.revisions.find(({ state }) => state === 'refused')
  return (
    <>
      <h3>{name}</h3>
      <p className="cms-queue-facts">
        <span>{author === null ? t('by-editor') : t('by', { name: author })}</span>
        <span>{t('channel', { name: channel })}</span>
        <a href={`#/admin/cms/content?edit=${id}`}>{t('edit')}</a>
      </p>
      {(comparison.error ?? page.error) !== null && <p role="alert">{errorText(comparison.error ?? page.error)}</p>}
      {value && isLive && waiting && (
        <>
          <h4>{t('changes')}</h4>
          <Difference live={value} revision={waiting} />
        </>
      )}
      {value && !isLive && former && (
        <>
          <h4>{t('changes-refused')}</h4>
          <Difference live={{ ...value, ...textOf(former) }} revision={{ ...former, ...textOf(value), fields: [] }} />
        </>
      )}
      {!isLive && (
        <>
          <h4>{t('corrections')}</h4>
          <div className="cms-queue-corrections">
            <label htmlFor={`cms-title-${id}`}>{t('title')}</label>
            <InputGroup
              id={`cms-title-${id}`}
              maxLength={200}
              value={corrections.title}
              intent={corrections.title.trim() === '' ? 'danger' : 'none'}
              onValueChange={(title) => onCorrect({ title })}
            />
            <label htmlFor={`cms-description-${id}`}>{t('description')}</label>
            <TextArea
              id={`cms-description-${id}`}
              fill
              maxLength={500}
              value={corrections.description}
              onChange={(event) => onCorrect({ description: event.target.value })}
            />
          </div>
        </>
      )}
      <h4>{t('page')}</h4>
      {page.value === null ? (
        <p role="status">{t('loading')}</p>
      ) : (
        <iframe title={t('preview')} className="cms-queue-page" sandbox="allow-same-origin" srcDoc={page.value.html} />
      )}
    </>
  )
}

const textOf = ({ title, text }: { readonly title: string; readonly text: string }) => ({ title, text })
