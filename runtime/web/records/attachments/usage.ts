/** Where the files of a page are used, and the purposes of all files: one request a page. */
import { useEffect, useState } from 'react'
import type { RecordReference } from '../../../protocol/index.ts'
import { getData } from '../../core/api/client.ts'
import type { Row } from '../../core/api/table.ts'

/** A record, and the page that shows it. */
export interface FileUse extends RecordReference {
  readonly page: string
}

export interface FileUses {
  readonly id: number
  readonly references: readonly FileUse[]
  readonly more: boolean
}

interface Topic {
  readonly topic: string
  readonly count: number
}

interface UsageAnswer {
  readonly list: readonly FileUses[]
  readonly topics: readonly Topic[]
  readonly topic_count: number
  readonly file_count: number
}

interface Usage {
  readonly uses: ReadonlyMap<number, FileUses>
  readonly topics: readonly Topic[]
  /** All purposes, also those that are not listed. */
  readonly topicCount: number
  readonly fileCount: number
  readonly hasFailed: boolean
}

const noUsage: Usage = { uses: new Map(), topics: [], topicCount: 0, fileCount: 0, hasFailed: false }

/** Null for a file = not known yet. Read again whenever the rows were, because records change elsewhere. */
export function useUsage(rows: readonly Row[]): Usage {
  const [usage, setUsage] = useState(noUsage)
  useEffect(() => {
    const query = rows.map(({ id }) => `ids[]=${id}`).join('&')
    const leaving = new AbortController()
    getData<UsageAnswer>('/admin/routine.Attachment/usage', query, {
      quiet: true,
      signal: leaving.signal,
    })
      .then(({ list, topics, topic_count: topicCount, file_count: fileCount }) =>
        setUsage({ uses: new Map(list.map((use) => [use.id, use])), topics, topicCount, fileCount, hasFailed: false }),
      )
      .catch(() => {
        if (!leaving.signal.aborted) setUsage((before) => ({ ...before, hasFailed: true }))
      })
    return () => leaving.abort()
  }, [rows])
  return usage
}
