/** Runs the jobs of the modules. Every server process has a runner, and each job runs in one of them at a time. */
import { randomUUID } from 'node:crypto'
import type { Scope } from '../scope.ts'
import type { SystemDatabase, SystemTransaction } from '../access/system-tables.ts'
import { parseCron, type CronSchedule } from './cron.ts'
import { payloadOf, type AnyJob, type JobCall } from './declaration.ts'
import {
  beatJob,
  claimJob,
  failJob,
  hasDueJob,
  jobTopic,
  markDone,
  maxOwnPause,
  purgeJobs,
  releaseJob,
  runningJobs,
  takeOver,
} from './queue.ts'
import { addScheduled } from './schedule.ts'

export interface JobRunnerOptions {
  readonly jobs: readonly AnyJob[]
  /** The scope of a job, with the settings as they are now. */
  readonly scope: (job: AnyJob) => Promise<Scope>
  readonly onError: (error: unknown, job: string | null) => void
  /** Tells for now whether jobs of that name wait; absent = none does. */
  readonly pausedNow?: () => Promise<(name: string) => boolean>
  /** Milliseconds between two looks into the queue; jobs that are due at once are looked for when they are added. */
  readonly intervalMs?: number
  /** Milliseconds after which a job without a heartbeat is taken from its runner. */
  readonly leaseMs?: number
  /** Milliseconds between two heartbeats. */
  readonly beatMs?: number
  /** Jobs that run at the same time in this process. */
  readonly maxParallel?: number
}

export interface JobRunner {
  /** Aborts running jobs and waits until they have ended, at most for 10 seconds. */
  stop(): Promise<void>
}

const defaults = { intervalMs: 1000, leaseMs: 60_000, beatMs: 15_000, maxParallel: 4 } as const
const stopTimeoutMs = 10_000
const hourMs = 3_600_000

/** Ends the transaction of a job that another runner has taken over. */
class JobLost extends Error {}

/**
 * Starts the runner of this process; without jobs it does nothing. Throws when two jobs have one name or a schedule is
 * not valid.
 */
export function startJobRunner(options: JobRunnerOptions, database: SystemDatabase): JobRunner {
  const { jobs, onError } = options
  const { intervalMs, leaseMs, beatMs, maxParallel } = { ...defaults, ...options }
  const byName = new Map(jobs.map((job) => [job.name, job]))
  if (byName.size < jobs.length) throw new Error('two jobs have the same name')
  if (jobs.some(({ pauses = [] }) => pauses.some((pause) => pause > maxOwnPause)))
    throw new Error(`a job waits at most ${maxOwnPause} seconds between two attempts`)
  const names = [...byName.keys()]
  const schedules = jobs.flatMap((job) => (job.schedule ? [[job, parseCron(job.schedule.cron)] as const] : []))
  if (jobs.length === 0) return { stop: () => Promise.resolve() }
  const stopping = new AbortController()
  const inProgress = new Set<Promise<void>>()
  const watched = createWatch(leaseMs)
  const work: Work = { database, options, beatMs, stopped: stopping.signal }
  let lastPurge = performance.now()
  let minute = 0

  const startDueJobs = async (): Promise<void> => {
    const currentMinute = Math.floor(Date.now() / 60_000)
    const isPaused = (await options.pausedNow?.()) ?? (() => false)
    const active = names.filter((name) => !isPaused(name))
    const activeSchedules = schedules.filter(([{ name }]) => !isPaused(name))
    if (currentMinute !== minute) await schedule(database, activeSchedules, options)
    minute = currentMinute
    for (const stale of watched(await runningJobs(database, names)))
      await takeOver(database, stale, byName.get(stale.name) ?? {})
    while (
      active.length > 0 &&
      inProgress.size < maxParallel &&
      !stopping.signal.aborted &&
      (await hasDueJob(database, active))
    ) {
      const runner = randomUUID()
      const claimed = await claimJob(database, active, runner)
      const job = claimed && byName.get(claimed.name)
      if (!job) break
      const running = runJob(work, job, claimed, runner).catch((error: unknown) => onError(error, job.name))
      const entry: Promise<void> = running.finally(() => inProgress.delete(entry))
      inProgress.add(entry)
    }
    if (performance.now() - lastPurge < hourMs) return
    lastPurge = performance.now()
    await database.write(purgeJobs)
  }

  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  let isWoken = false
  const lookAgain = async (): Promise<void> => {
    isLooking = true
    do {
      isWoken = false
      try {
        await startDueJobs()
      } catch (error) {
        onError(error, null)
      }
    } while (isWoken && !stopping.signal.aborted)
    isLooking = false
    next()
  }
  const next = (): void => {
    if (!stopping.signal.aborted) timer = setTimeout(() => (looking = lookAgain()), intervalMs).unref()
  }
  const unsubscribe = database.topics.subscribe((changes) => {
    if (stopping.signal.aborted || !changes.some(({ topic }) => topic === jobTopic)) return
    isWoken = true
    if (isLooking) return
    clearTimeout(timer)
    // Never within the commit that tells of the job.
    timer = setTimeout(() => (looking = lookAgain()), 0)
  })
  next()
  return {
    async stop() {
      stopping.abort()
      unsubscribe()
      clearTimeout(timer)
      await looking
      await Promise.race([Promise.all(inProgress), pause(stopTimeoutMs)])
    },
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref())

async function schedule(
  database: SystemDatabase,
  schedules: readonly (readonly [AnyJob, CronSchedule])[],
  { scope }: JobRunnerOptions,
): Promise<void> {
  for (const [job, cron] of schedules) await addScheduled(database, job, cron, (await scope(job)).settings.timeZone)
}

type RunningJob = Awaited<ReturnType<typeof runningJobs>>[number]
type StaleJob = Omit<RunningJob, 'attempts' | 'beat'> & { readonly attempts: number; readonly beat: number }

/**
 * Finds the jobs whose heartbeat has not changed for a lease. It is measured with the monotonic clock of this process:
 * neither a clock that jumps nor one that differs from another machine's ends a lease.
 */
function createWatch(leaseMs: number): (running: readonly RunningJob[]) => readonly StaleJob[] {
  let lastRuns = new Map<string, number>()
  return (running) => {
    const now = performance.now()
    const current = running.map((job) => ({ ...job, attempts: job.attempts ?? 0, beat: job.beat ?? 0 }))
    const keyOf = ({ id, runner, beat }: StaleJob): string => `${id} ${runner} ${beat}`
    lastRuns = new Map(current.map((job) => [keyOf(job), lastRuns.get(keyOf(job)) ?? now]))
    return current.filter((job) => now - (lastRuns.get(keyOf(job)) ?? now) >= leaseMs)
  }
}

interface Work {
  readonly database: SystemDatabase
  readonly options: JobRunnerOptions
  readonly beatMs: number
  readonly stopped: AbortSignal
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimJob>>>

async function runJob({ database, options, beatMs, stopped }: Work, job: AnyJob, claimed: Claimed, runner: string) {
  const lost = new AbortController()
  const { id, attempts } = claimed
  let isCompleting = false
  const beat = async (): Promise<void> => {
    // A transaction that completes the job has locked it.
    if (!isCompleting && !(await beatJob(database, id, runner)) && !isCompleting) lost.abort()
  }
  const timer = setInterval(() => void beat().catch(() => undefined), beatMs).unref()
  let isDone = false
  const complete: JobCall<never>['complete'] = async (work) => {
    isCompleting = true
    await database.write(async (trx) => {
      if (!(await markDone(trx, id, runner))) throw new JobLost()
      await work(trx)
    })
    isDone = true
  }
  try {
    const scope = await options.scope(job)
    const payload = payloadOf(claimed.payload)
    const signal = AbortSignal.any([lost.signal, stopped])
    await job.handler({ scope, payload, attempt: attempts, signal, complete })
    if (!isDone) await database.write(async (trx: SystemTransaction) => void (await markDone(trx, id, runner)))
  } catch (error) {
    if (error instanceof JobLost || lost.signal.aborted || isDone) return
    if (stopped.aborted) return await releaseJob(database, id, runner)
    options.onError(error, job.name)
    await failJob(database, claimed, runner, { error, job })
  } finally {
    clearInterval(timer)
  }
}
