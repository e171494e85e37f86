/** The queue of comments that wait, each with what it is about. */
import { formatSeconds } from 'tablewright/protocol'
import {
  callRoute,
  createRecords,
  postData,
  useCan,
  useSite,
  useStaleWhileRevalidate,
  type ToolbarPartProps,
} from 'tablewright/web'
import { controllers, type Entities } from '#generated/api.ts'
import { commentReasons } from '../../shared/review.ts'
import { Queue } from './Queue.tsx'
import type { QueueEntry } from './queue-state.ts'
import { useT } from './texts.ts'

const records = createRecords<Entities>(controllers, { quiet: true, notifySuccess: false })

interface WaitingComment extends QueueEntry {
  readonly text: string
  readonly about: string
  readonly parentId: number | null
  readonly userId: number | null
  readonly author: string
  readonly isGuest: boolean
  readonly time: number | null
}

const wire = (row: object): Readonly<Record<string, unknown>> => row as Readonly<Record<string, unknown>>

const nameIn = (row: unknown, ...keys: readonly string[]): string => {
  const values = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>) : {}
  return String(keys.map((key) => values[key]).find((name) => typeof name === 'string' && name !== '') ?? '')
}

async function loadWaiting(): Promise<readonly WaitingComment[]> {
  const waiting = 'search[0][field]=status&search[0][operator]=eq&search[0][val]=unaudited'
  const rows = await records.list('cms/comment', `limit=100&order=id,asc&${waiting}`)
  return rows.map((row) => {
    const nested = wire(row)
    const author = row.user_id === null ? (row.guest_name ?? '') : nameIn(nested['user'], 'nickname', 'username')
    return {
      id: row.id,
      version: Number(nested['version']),
      name: row.text.slice(0, 60),
      text: row.text,
      about: nameIn(nested['content'], 'title'),
      parentId: row.pid ?? null,
      userId: row.user_id ?? null,
      facts: author,
      author,
      isGuest: row.user_id === null,
      time: typeof nested['create_time'] === 'number' ? nested['create_time'] : null,
    }
  })
}

interface Results {
  readonly results: readonly { readonly id: number; readonly code: number }[]
}

/** All comments of one member at once; each is decided by itself. Answers with those that were approved. */
async function approveAll(ids: readonly number[]): Promise<readonly number[]> {
  const { results } = await postData<Results>('/admin/cms.Comment/approve', { ids }, { quiet: true })
  return results.filter(({ code }) => code === 1).map(({ id }) => id)
}

export function CommentQueue({ reload, onClose }: ToolbarPartProps & { readonly onClose: () => void }) {
  const t = useT()
  const can = useCan()
  return (
    <Queue<WaitingComment>
      title={t('comments-title')}
      load={loadWaiting}
      loadReasons={() => callRoute(commentReasons, null, { quiet: true }).then(({ reasons }) => reasons)}
      mayApprove={() => can('cms/comment', 'approve')}
      mayRefuse={() => can('cms/comment', 'refuse')}
      approve={({ id, version }) => records.act('cms/comment', 'approve', { id, version })}
      refuse={({ id, version }, reason) => records.act('cms/comment', 'refuse', { id, version, reason })}
      bulk={{
        idsOf: ({ userId }, entries) =>
          entries.filter((entry) => userId !== null && entry.userId === userId).map(({ id }) => id),
        label: (count) => t('approve-all', { count }),
        run: approveAll,
      }}
      onDecided={() => void reload()}
      onClose={onClose}
    >
      {(entry) => <Entry entry={entry} />}
    </Queue>
  )
}

function Entry({ entry: { text, about, author, isGuest, time, parentId } }: { readonly entry: WaitingComment }) {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <>
      <h3>{t('on', { title: about })}</h3>
      <p className="cms-queue-facts">
        <span>{t(isGuest ? 'guest' : 'member', { name: author })}</span>
        {time !== null && <time>{formatSeconds(time, timeZone)}</time>}
      </p>
      {parentId !== null && <Parent id={parentId} />}
      <p className="cms-queue-text">{text}</p>
    </>
  )
}

/** The comment that is answered. */
function Parent({ id }: { readonly id: number }) {
  const t = useT()
  const { value } = useStaleWhileRevalidate(`cms comment ${id}`, () =>
    records.list('cms/comment', `limit=1&search[0][field]=id&search[0][operator]=eq&search[0][val]=${id}`),
  )
  const [parent] = value ?? []
  return parent ? <p className="cms-queue-reply">{t('reply-to', { text: parent.text })}</p> : null
}
