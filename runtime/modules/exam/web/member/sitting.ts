/** An attempt in this window: answers, what of them is saved, and the clock of the server. */
import { ApiError, callRoute, errorText, postData } from 'tablewright/web'
import type { AnswerOf } from 'tablewright/protocol'
import { isAnswered, type Answer } from '../../shared/question.ts'
import { removeFile } from '../../shared/attachment-routes.ts'
import { focus, focusGraceSeconds, poll, save, start, submit } from '../../shared/routes.ts'

type Started = AnswerOf<(typeof start)['answer']>
export type SeenItem = Started['items'][number]
export type Attachment = SeenItem['files'][number]

export interface Entry {
  readonly answer: Answer
  readonly flagged: boolean
  /** Rises with every change. */
  readonly n: number
  readonly savedN: number
}

type Message = AnswerOf<(typeof poll)['answer']>['messages'][number]

/** The paper, or the room with its paper. */
export type Target = { readonly paper: number } | { readonly room: number }

export interface SittingState {
  readonly phase: 'loading' | 'working' | 'elsewhere' | 'over' | 'refused'
  /** The sentence of a refusal: of the start, or of the last save. */
  readonly refusal: string
  /** The start failed for want of a network. */
  readonly canRetry: boolean
  readonly title: string
  readonly items: readonly SeenItem[]
  readonly entries: ReadonlyMap<number, Entry>
  readonly saving: 'saved' | 'saving' | 'offline' | 'refused'
  readonly deadline: number
  /** The deadline was moved while the attempt was open. */
  readonly isMoved: boolean
  /** Nothing can be answered any more: what there is, is on its way. */
  readonly isTimeOver: boolean
  /** It ended because the page was left too often. */
  readonly isForced: boolean
  /** Seqs of questions whose last changes came too late. */
  readonly lost: readonly number[]
  readonly switches: number
  readonly switchLimit: number | null
  /** 0 = none yet. */
  readonly attempt: number
  readonly isInRoom: boolean
  /** Messages of the room's desk that were not put away. */
  readonly messages: readonly Message[]
}

const saveDelayMs = 800
const retryMs = 5000
const pollMs = 20_000
const over = 1

const empty: SittingState = {
  phase: 'loading',
  refusal: '',
  canRetry: false,
  title: '',
  items: [],
  entries: new Map(),
  saving: 'saved',
  deadline: 0,
  isMoved: false,
  isTimeOver: false,
  isForced: false,
  lost: [],
  switches: 0,
  switchLimit: null,
  attempt: 0,
  isInRoom: false,
  messages: [],
}

const reasonOf = (error: unknown): string => (error instanceof ApiError ? (error.refusal?.reason ?? '') : '')
const isNetwork = (error: unknown): boolean =>
  error instanceof ApiError && ['network', 'offline', 'timeout', 'http'].includes(error.kind)

/** Seconds of the server's clock. The clock of this device has no part in it. */
class ServerClock {
  #offset = 0
  /** An answer is on its way for a while, so that the latest of the times that follow from answers is the best. */
  set(now: number): void {
    this.#offset = Math.max(this.#offset, now - performance.now() / 1000)
  }
  now(): number {
    return this.#offset + performance.now() / 1000
  }
}

export class Sitting {
  readonly clock = new ServerClock()
  #state = empty
  #attempt = 0
  #lease = ''
  #saveTimer = 0
  #pollTimer = 0
  #isSaving = false
  #hiddenSince: number | null = null
  /** The question that was shown when the page was hidden. */
  #hiddenSeq: number | null = null
  #isExcused = false
  readonly #seconds = new Map<number, number>()
  readonly #unsentTimes = new Set<number>()
  /** The question on the screen, and since when; null = none is. */
  #looking: { readonly seq: number; readonly since: number } | null = null
  #events: { readonly id: string; readonly seconds: number }[] = []
  readonly #listeners = new Set<() => void>()
  readonly #target: Target
  /** The last message that was put away. */
  #lastRead = 0

  constructor(target: Target) {
    this.#target = target
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly read = (): SittingState => this.#state

  #set(change: Partial<SittingState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }

  /** Starts the attempt, or goes on with it here. */
  async open(): Promise<void> {
    this.#set({ phase: 'loading' })
    try {
      const data = await callRoute(start, this.#target, { quiet: true })
      this.clock.set(data.now)
      this.#attempt = data.attempt
      this.#lease = data.lease
      this.#set({ title: data.title, attempt: data.attempt, isInRoom: data.isInRoom })
      if (data.state >= over) return this.#end()
      this.#set({
        phase: 'working',
        items: data.items,
        entries: this.#entriesOf(data.items),
        deadline: data.deadline,
        switches: data.switches,
        switchLimit: data.switchLimit,
      })
      for (const { seq, seconds } of data.items) this.#seconds.set(seq, seconds)
      this.#schedule(0)
      clearInterval(this.#pollTimer)
      this.#pollTimer = window.setInterval(() => void this.poll(), pollMs)
    } catch (error) {
      this.#set({ phase: 'refused', refusal: errorText(error), canRetry: isNetwork(error) })
    }
  }

  /** Answers of the server, and those that this device could not send. */
  #entriesOf(items: readonly SeenItem[]): ReadonlyMap<number, Entry> {
    const unsent = this.#readUnsent()
    return new Map(
      items.map(({ seq, n, answer, flagged }) => {
        const own = unsent.get(seq)
        return [seq, own && own.n > n ? { ...own, savedN: n } : { answer, flagged, n, savedN: n }]
      }),
    )
  }

  /** This question is on the screen from now on; null = none. */
  look(seq: number | null): void {
    const now = performance.now()
    if (this.#looking) {
      const { seq: former, since } = this.#looking
      this.#seconds.set(former, (this.#seconds.get(former) ?? 0) + (now - since) / 1000)
      this.#unsentTimes.add(former)
    }
    this.#looking = seq === null ? null : { seq, since: now }
  }

  /** Times that have changed since they were sent. */
  #times() {
    this.look(this.#looking?.seq ?? null)
    return [...this.#unsentTimes].map((seq) => ({ seq, seconds: Math.round(this.#seconds.get(seq) ?? 0) }))
  }

  change(seq: number, change: Partial<Pick<Entry, 'answer' | 'flagged'>>): void {
    const entry = this.#state.entries.get(seq)
    if (!entry || this.#state.phase !== 'working' || this.#state.isTimeOver) return
    const entries = new Map(this.#state.entries).set(seq, { ...entry, ...change, n: entry.n + 1 })
    // A note that nothing can be saved stays until something is.
    this.#set({ entries, saving: this.#state.saving === 'saved' ? 'saving' : this.#state.saving })
    this.#keep()
    this.#schedule(saveDelayMs)
  }

  #schedule(delay: number): void {
    clearTimeout(this.#saveTimer)
    this.#saveTimer = window.setTimeout(() => void this.save(), delay)
  }

  #unsaved() {
    return [...this.#state.entries]
      .filter(([, { n, savedN }]) => n > savedN)
      .map(([seq, { answer, flagged, n }]) => ({
        seq,
        n,
        flagged,
        ...(answer.keys && { keys: [...answer.keys] }),
        ...(answer.texts && { texts: [...answer.texts] }),
        ...(answer.files && { files: [...answer.files] }),
      }))
  }

  async save(): Promise<void> {
    const items = this.#unsaved()
    if (this.#isSaving || this.#state.phase !== 'working') return
    if (items.length === 0) return this.#set({ saving: 'saved' })
    this.#isSaving = true
    const times = this.#times()
    this.#unsentTimes.clear()
    try {
      const request = { attempt: this.#attempt, lease: this.#lease, items, times }
      const { now, deadline, saved } = await callRoute(save, request, { quiet: true })
      this.#time(now, deadline)
      const entries = new Map(this.#state.entries)
      for (const { seq, n } of saved) {
        const entry = entries.get(seq)
        if (entry) entries.set(seq, { ...entry, savedN: Math.max(entry.savedN, n) })
      }
      this.#set({ entries, saving: 'saved' })
      this.#keep()
      if (this.#unsaved().length > 0) this.#schedule(saveDelayMs)
    } catch (error) {
      for (const { seq } of times) this.#unsentTimes.add(seq)
      this.#fail(error)
    } finally {
      this.#isSaving = false
    }
  }

  #fail(error: unknown): void {
    const reason = reasonOf(error)
    if (reason === 'lease') return this.#set({ phase: 'elsewhere' })
    if (reason === 'over') return this.#end()
    this.#set(isNetwork(error) ? { saving: 'offline' } : { saving: 'refused', refusal: errorText(error) })
    this.#schedule(retryMs)
  }

  #time(now: number, deadline: number): void {
    this.clock.set(now)
    if (deadline === this.#state.deadline) return
    this.#set({ deadline, isMoved: true, isTimeOver: this.#state.isTimeOver && deadline <= now })
  }

  /** Asks for the time that is left, for messages, and whether it is over. In a room it may go on after its end. */
  async poll(): Promise<void> {
    const { phase } = this.#state
    if (phase !== 'working' && !(phase === 'over' && this.#state.isInRoom)) return
    try {
      const request = { attempt: this.#attempt, lease: this.#lease }
      const { state, now, deadline, isHere, messages } = await callRoute(poll, request, { quiet: true })
      if (phase === 'over') {
        if (state < over) await this.open()
        return
      }
      this.#time(now, deadline)
      this.#set({ messages: messages.filter(({ id }) => id > this.#lastRead) })
      if (state >= over) this.#end()
      else if (!isHere) this.#set({ phase: 'elsewhere' })
    } catch (error) {
      if (isNetwork(error)) this.#set({ saving: 'offline' })
    }
  }

  /** The messages that are shown were read. */
  putAway(): void {
    this.#lastRead = Math.max(this.#lastRead, ...this.#state.messages.map(({ id }) => id))
    this.#set({ messages: [] })
  }

  /** Hands in, with what is not saved yet. @returns false where that failed: it can be tried again */
  async submit(): Promise<boolean> {
    try {
      const parts = { items: this.#unsaved(), times: this.#times() }
      const request = { attempt: this.#attempt, lease: this.#lease, ...parts }
      const { state, saved } = await callRoute(submit, request, { quiet: true })
      const numbers = new Map(saved.map(({ seq, n }) => [seq, n]))
      if (state >= over) this.#end(request.items.flatMap(({ seq, n }) => ((numbers.get(seq) ?? 0) < n ? [seq] : [])))
    } catch (error) {
      this.#fail(error)
    }
    return this.#state.phase !== 'working'
  }

  /** Time is over: what there is, is handed in as soon as there is a network. */
  async endTime(): Promise<void> {
    this.#set({ isTimeOver: true })
    if (!(await this.submit()) && this.#state.isTimeOver)
      this.#saveTimer = window.setTimeout(() => void this.endTime(), retryMs)
  }

  /** @param lost seqs of questions whose last changes were not stored */
  #end(lost = this.#unsaved().map(({ seq }) => seq)): void {
    // In a room there may be more time.
    clearInterval(this.#pollTimer)
    if (this.#state.isInRoom) this.#pollTimer = window.setInterval(() => void this.poll(), pollMs)
    clearTimeout(this.#saveTimer)
    localStorage.removeItem(this.#key())
    this.#set({ phase: 'over', lost })
  }

  /** Stores a file, and names it in the answer. @throws an ApiError */
  async attach(seq: number, file: File): Promise<void> {
    const body = new FormData()
    body.append('file', file)
    const query = new URLSearchParams({ attempt: String(this.#attempt), lease: this.#lease, seq: String(seq) })
    const path = `/api/exam.Attempt/upload?${query.toString()}`
    const attachment = await postData<Attachment>(path, body, { quiet: true, timeout: 0 })
    this.#setFiles(seq, (files) => [...files, attachment])
  }

  /** Deletes an attachment. @throws an ApiError */
  async detach(seq: number, code: string): Promise<void> {
    await callRoute(removeFile, { attempt: this.#attempt, lease: this.#lease, seq, code }, { quiet: true })
    this.#setFiles(seq, (files) => files.filter((file) => file.code !== code))
  }

  #setFiles(seq: number, next: (files: readonly Attachment[]) => readonly Attachment[]): void {
    const files = next(this.#state.items.find((item) => item.seq === seq)?.files ?? [])
    this.#set({ items: this.#state.items.map((item) => (item.seq === seq ? { ...item, files: [...files] } : item)) })
    const answer = this.#state.entries.get(seq)?.answer ?? {}
    this.change(seq, { answer: { ...answer, files: files.map(({ code }) => code) } })
  }

  /** A window of the device is open, for files or a printer: to be away because of it counts as no absence. */
  excuseAbsence(isExcused: boolean): void {
    this.#isExcused = isExcused
  }

  /** The page was hidden or is shown again; an absence is counted once it is over. */
  noteVisibility(isHidden: boolean): void {
    if (this.#state.phase !== 'working') return
    if (isHidden) {
      this.#hiddenSeq = this.#looking?.seq ?? null
      this.look(null)
      this.#hiddenSince = this.#isExcused ? null : performance.now()
      void this.save()
      return
    }
    this.look(this.#hiddenSeq)
    const absence = this.#hiddenSince === null ? 0 : performance.now() - this.#hiddenSince
    this.#hiddenSince = null
    if (absence < focusGraceSeconds * 1000) return
    this.#events.push({ id: crypto.randomUUID(), seconds: Math.round(absence / 1000) })
    void this.#sendEvents()
  }

  async #sendEvents(): Promise<void> {
    const events = [...this.#events]
    try {
      const answer = await callRoute(focus, { attempt: this.#attempt, events }, { quiet: true })
      this.#events = this.#events.filter((event) => !events.includes(event))
      this.#set({ switches: answer.count })
      if (answer.state < over) return
      const { switchLimit } = this.#state
      this.#set({ isForced: switchLimit !== null && answer.count > switchLimit })
      this.#end()
    } catch {
      // They are sent with the next ones.
    }
  }

  dispose(): void {
    clearInterval(this.#pollTimer)
    clearTimeout(this.#saveTimer)
    void this.save()
  }

  readonly #key = (): string => `exam ${this.#attempt}`

  /** Keeps what is not saved on this device, in case that the page is closed. */
  #keep(): void {
    const unsaved = [...this.#state.entries].filter(([, { n, savedN }]) => n > savedN)
    try {
      if (unsaved.length === 0) localStorage.removeItem(this.#key())
      else localStorage.setItem(this.#key(), JSON.stringify(unsaved))
    } catch {
      // A full storage does not keep anybody from going on.
    }
  }

  #readUnsent(): ReadonlyMap<number, Entry> {
    try {
      return new Map(JSON.parse(localStorage.getItem(this.#key()) ?? '[]') as [number, Entry][])
    } catch {
      return new Map()
    }
  }
}

export const hasAnswer = (entry: Entry | undefined): boolean => entry !== undefined && isAnswered(entry.answer)

/** The questions that are numbered: a material is shown with each of its own. */
export const questionsOf = ({ items }: Pick<SittingState, 'items'>): readonly SeenItem[] =>
  items.filter(({ kind }) => kind !== 'MATERIAL')

/** Numbers of questions as candidates read them. */
export const numbersOf = (state: Pick<SittingState, 'items'>, seqs: readonly number[]): readonly number[] =>
  questionsOf(state).flatMap(({ seq }, place) => (seqs.includes(seq) ? [place + 1] : []))

/** Whether the last change of an answer is stored. */
export const isStored = ({ n, savedN }: Entry): boolean => n <= savedN
