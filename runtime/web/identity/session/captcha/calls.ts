/** The calls of a captcha. Each challenge has an id that is generated here. */
import { call, getData } from '../../../core/api/client.ts'

export interface PictureChallenge {
  readonly id: string
  /** What to click, in this order; names of shapes are in angle brackets. */
  readonly text: readonly string[]
  readonly base64: string
  readonly width: number
  readonly height: number
}

export interface QuestionChallenge {
  readonly id: string
  readonly mode: 'text'
  readonly question: string
  /** Seconds before an answer counts. */
  readonly wait: number
}

export type Challenge = PictureChallenge | QuestionChallenge
export type ChallengeMode = 'picture' | 'text'

/** What the call a captcha protects sends along. */
export interface SolvedCaptcha {
  readonly captchaId: string
  readonly captchaInfo: string
}

/** A point on the picture, in pixels of the original size. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** Rejects with an `ApiError`. */
export function fetchChallenge(mode: ChallengeMode): Promise<Challenge> {
  return getData<Challenge>('/api/common/clickCaptcha', `id=${newId()}${mode === 'text' ? '&mode=text' : ''}`, {
    quiet: true,
  })
}

/** Resolves to the server's message when the answer is correct; a wrong one rejects and invalidates the challenge. */
export async function checkAnswer(id: string, info: string): Promise<string> {
  return (await call({ method: 'POST', path: '/api/common/checkClickCaptcha', body: { id, info }, quiet: true })).msg
}

/** Points in the format of the server: `x,y-x,y;width;height`. */
export function infoOf(points: readonly Point[], { width, height }: PictureChallenge): string {
  return `${points.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join('-')};${width};${height}`
}

/** `randomUUID` exists in secure contexts only. */
function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
