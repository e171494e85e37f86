/** The current challenge: loaded, solved or failed, and replaced by a new one. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, errorText } from '../../../core/api/api-error.ts'
import { checkAnswer, fetchChallenge, type Challenge, type ChallengeMode, type SolvedCaptcha } from './calls.ts'

/** Milliseconds the success is shown before the dialog closes. */
const successDurationMs = 1500

export interface ChallengeState {
  readonly mode: ChallengeMode
  /** Null while it is being fetched, and when that failed. */
  readonly challenge: Challenge | null
  readonly hasFailed: boolean
  readonly isChecking: boolean
  readonly outcome: { readonly isRight: boolean; readonly text: string } | null
  readonly refresh: () => void
  readonly use: (mode: ChallengeMode) => void
  readonly answer: (info: string) => void
}

/** @param onSolved called shortly after the correct answer, with what the protected call sends */
export function useChallenge(onSolved: (solved: SolvedCaptcha) => void): ChallengeState {
  const [request, setRequest] = useState<{ readonly mode: ChallengeMode }>({ mode: 'picture' })
  const [loaded, setLoaded] = useState<{ of: object; challenge: Challenge | null } | null>(null)
  const [isChecking, setChecking] = useState(false)
  const [outcome, setOutcome] = useState<ChallengeState['outcome']>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    let isCurrent = true
    const setIfCurrent = (challenge: Challenge | null): void => {
      if (isCurrent) setLoaded({ of: request, challenge })
    }
    fetchChallenge(request.mode).then(setIfCurrent, () => setIfCurrent(null))
    return () => {
      isCurrent = false
    }
  }, [request])
  useEffect(() => () => clearTimeout(closing.current), [])
  const current = loaded?.of === request ? loaded : null
  const challenge = current?.challenge ?? null
  const renew = useCallback((mode?: ChallengeMode) => setRequest((before) => ({ mode: mode ?? before.mode })), [])
  const answer = async (info: string): Promise<void> => {
    if (!challenge || isChecking || outcome?.isRight) return
    setChecking(true)
    setOutcome(null)
    try {
      setOutcome({ isRight: true, text: await checkAnswer(challenge.id, info) })
      closing.current = setTimeout(() => onSolved({ captchaId: challenge.id, captchaInfo: info }), successDurationMs)
    } catch (error) {
      setOutcome({ isRight: false, text: errorText(error) })
      // A wrong answer has invalidated the challenge; without an answer of the server it is still valid.
      if (error instanceof ApiError && error.kind === 'refused') renew()
    } finally {
      setChecking(false)
    }
  }
  const start = (mode?: ChallengeMode) => () => {
    setOutcome(null)
    renew(mode)
  }
  return {
    mode: request.mode,
    challenge,
    hasFailed: current !== null && challenge === null,
    isChecking,
    outcome,
    refresh: start(),
    use: (mode) => start(mode)(),
    answer: (info) => void answer(info),
  }
}
