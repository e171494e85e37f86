/** The state of a queue: its entries, the current one, and the decisions about it. */
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { errorText } from 'tablewright/web'
import { useT } from './texts.ts'

/** An entry of a queue. */
export interface QueueEntry {
  readonly id: number
  /** The version that is decided about. */
  readonly version: number
  readonly name: string
  /** A second line in the list of those that wait. */
  readonly facts: string
}

export interface QueueProps<Entry extends QueueEntry> {
  readonly title: string
  /** The entries, in the order in which they are decided. */
  readonly load: () => Promise<readonly Entry[]>
  /** Called with the entry after the current one. */
  readonly preload?: (entry: Entry) => void
  readonly loadReasons: () => Promise<readonly string[]>
  /** Rejects when it was not approved. */
  readonly approve: (entry: Entry) => Promise<unknown>
  readonly refuse: (entry: Entry, reason: string) => Promise<unknown>
  readonly mayRefuse: (entry: Entry) => boolean
  readonly mayApprove: (entry: Entry) => boolean
  /** Approves several at once. */
  readonly bulk?: {
    /** Ids of those that belong to the current entry, itself among them. */
    readonly idsOf: (entry: Entry, entries: readonly Entry[]) => readonly number[]
    readonly label: (count: number) => string
    /** Resolves with those that were approved. */
    readonly run: (ids: readonly number[]) => Promise<readonly number[]>
  }
  readonly children: (entry: Entry) => ReactNode
  /** Called once something was decided and the queue is closed. */
  readonly onDecided: () => void
  readonly onClose: () => void
}

export interface QueueState<Entry> {
  /** Null while they are being loaded. */
  readonly entries: readonly Entry[] | null
  readonly entry: Entry | undefined
  readonly place: number
  readonly reasons: readonly string[]
  readonly isRefusing: boolean
  readonly isBusy: boolean
  readonly problem: string | null
  readonly announcement: string
  readonly hasDecided: () => boolean
  readonly go: (step: 1 | -1) => void
  readonly show: (place: number) => void
  readonly approve: () => void
  readonly startRefusal: () => void
  readonly cancelRefusal: () => void
  readonly refuse: (reason: string) => void
  /** Entries that are approved together with the current one. */
  readonly together: readonly number[]
  readonly approveTogether: () => void
}

/** @param takeFocus puts the focus back into the queue */
export function useQueue<Entry extends QueueEntry>(props: QueueProps<Entry>, takeFocus: () => void): QueueState<Entry> {
  const t = useT()
  const { entries, setEntries, reasons, loadProblem, reload } = useEntries(props)
  const [position, setPosition] = useState(0)
  const [isRefusing, setRefusing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const decisions = useRef(0)
  const last = Math.max(0, (entries?.length ?? 0) - 1)
  const place = Math.min(position, last)
  const entry = entries?.[place]
  usePreload(entries?.[place + 1], props)
  const together = props.bulk && entry && entries ? props.bulk.idsOf(entry, entries) : []

  const settle = (ids: readonly number[]): void => {
    decisions.current += ids.length
    setEntries((before) => before?.filter(({ id }) => !ids.includes(id)) ?? null)
    setRefusing(false)
    takeFocus()
  }
  const run = async (work: () => Promise<readonly number[]>, text: string): Promise<void> => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      settle(await work())
      setAnnouncement(text)
    } catch (error) {
      // Somebody else may have decided or changed it: the next decision is about what is shown then.
      await reload()
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const show = (index: number): void => {
    setPosition(index)
    setRefusing(false)
    setProblem(null)
  }
  const decide = (of: Entry, work: Promise<unknown>): Promise<readonly number[]> => work.then(() => [of.id])
  return {
    entries,
    entry,
    place,
    reasons,
    isRefusing,
    isBusy,
    problem: problem ?? loadProblem,
    announcement,
    together,
    hasDecided: () => decisions.current > 0,
    go: (step) => show(Math.max(0, Math.min(last, place + step))),
    show,
    approve() {
      if (entry && props.mayApprove(entry))
        void run(() => decide(entry, props.approve(entry)), `${t('approved')}: ${entry.name}`)
    },
    startRefusal: () => entry && props.mayRefuse(entry) && setRefusing(true),
    cancelRefusal() {
      setRefusing(false)
      takeFocus()
    },
    refuse(reason) {
      if (entry) void run(() => decide(entry, props.refuse(entry, reason)), `${t('refused')}: ${entry.name}`)
    },
    approveTogether() {
      const { bulk } = props
      if (!bulk) return
      void run(async () => {
        const ids = await bulk.run(together)
        if (ids.length < together.length) setProblem(t('not-all', { count: together.length - ids.length }))
        return ids
      }, t('approved'))
    },
  }
}

function usePreload<Entry extends QueueEntry>(
  next: Entry | undefined,
  props: Pick<QueueProps<Entry>, 'preload'>,
): void {
  const preload = useEffectEvent((following: Entry) => props.preload?.(following))
  useEffect(() => {
    if (next) preload(next)
  }, [next])
}

function useEntries<Entry extends QueueEntry>({ load, loadReasons }: QueueProps<Entry>) {
  const [entries, setEntries] = useState<readonly Entry[] | null>(null)
  const [reasons, setReasons] = useState<readonly string[]>([])
  const [loadProblem, setLoadProblem] = useState<string | null>(null)
  const reload = (): Promise<void> =>
    load().then(setEntries, (error) => {
      setLoadProblem(errorText(error))
    })
  const start = useEffectEvent(() => {
    void reload()
    void loadReasons().then(setReasons, () => setReasons([]))
  })
  useEffect(() => start(), [])
  return { entries, setEntries, reasons, loadProblem, reload }
}
