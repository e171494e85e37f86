/**
 * The HTTP client: headers, envelope, sign-in. Every failure is an `ApiError`. Code 1 resolves; 409 refreshes the token
 * once and replays; 302 and 303 redirect; everything else rejects.
 */
import { codes, type Envelope } from '../../../protocol/index.ts'
import { t } from '../i18n/shell-texts.ts'
import { tokenStoreFor, type TokenStore } from '../auth/token-stores.ts'
import { callListener } from './listener.ts'
import { ApiError, markShown } from './api-error.ts'
import { parseRedirect } from './redirect.ts'
import { refreshToken } from './refresh.ts'
import { send, type Call } from './transport.ts'

export type { Call } from './transport.ts'

export interface ApiResponse<Data> {
  readonly data: Data
  readonly msg: string
}

/** Makes a call. Always rejects with an `ApiError`. */
export async function call<Data = unknown>(request: Call): Promise<ApiResponse<Data>> {
  const listener = callListener()
  if (!request.isBackground) listener.onStart()
  try {
    const answer = await sendRenewing<Data>(request, false)
    if (request.notifySuccess) listener.onSuccess(answer.msg || t('done'))
    return answer
  } catch (error) {
    const problem = error instanceof ApiError ? error : new ApiError(t('http.network'), { kind: 'network' })
    if (!request.quiet && !isSilent(problem)) listener.onError(problem)
    if (!request.quiet || isSilent(problem)) markShown(problem)
    if (!request.isBackground && isStepPending(problem)) listener.onPendingStep()
    throw problem
  } finally {
    if (!request.isBackground) listener.onEnd()
  }
}

/** GET of `data`. An identical call that is still running is cancelled. */
export async function getData<Data>(path: string, query = '', more: Partial<Call> = {}): Promise<Data> {
  return (await call<Data>({ ...more, method: 'GET', path, query })).data
}

/** POST of a JSON body. */
export async function postData<Data = unknown>(path: string, body: unknown, more: Partial<Call> = {}): Promise<Data> {
  return (await call<Data>({ ...more, method: 'POST', path, body })).data
}

async function sendRenewing<Data>(request: Call, isReplay: boolean): Promise<ApiResponse<Data>> {
  const bearer = tokenStoreFor(request.path)
  const { token } = bearer.tokens()
  const envelope = await send<Data>(request)
  if (envelope.code === codes.ok) return { data: envelope.data, msg: envelope.msg }
  // A token that was passed for a single call belongs to the caller, so its end does not end the session.
  const isOwn = request.memberToken === undefined
  if (isOwn && envelope.code === codes.expired) {
    if (!isReplay && (await renewToken(bearer, token))) return sendRenewing(request, true)
    redirectTo(`/${bearer.area}/login`, bearer)
  }
  if (isOwn && isRedirect(envelope.code)) followRedirect(envelope, bearer)
  throw new ApiError(envelope.msg || t('http.other'), {
    kind: 'refused',
    code: envelope.code,
    status: 200,
    data: envelope.data,
  })
}

async function renewToken(bearer: TokenStore, expired: string): Promise<boolean> {
  try {
    await refreshToken(bearer, expired, async (refresh) => {
      const envelope = await send<{ token: string } | null>({
        method: 'POST',
        path: '/api/common/refreshToken',
        body: { refreshToken: refresh },
      })
      if (envelope.code !== codes.ok || !envelope.data?.token) throw new ApiError(t('http.other'), { kind: 'refused' })
      return envelope.data
    })
    return true
  } catch (error) {
    // Without an answer it is unknown whether the session has ended, so it is kept.
    if (error instanceof ApiError && error.kind !== 'refused') throw error
    return false
  }
}

/** Cancelled calls, and those that lead to the sign-in page, need no toast: the page explains them. */
function isSilent({ kind, code }: ApiError): boolean {
  return kind === 'cancelled' || (kind === 'refused' && (isRedirect(code) || code === codes.expired))
}

/** Every route but those of the step answers so until the account has done it. */
const isStepPending = ({ data }: ApiError): boolean =>
  (data as { readonly reason?: unknown } | null)?.reason === 'pending'

/** 302 is our code; newer servers of the same protocol use 303 for "sign in first". */
function isRedirect(code: number): boolean {
  return code === codes.signIn || code === 303
}

function followRedirect(envelope: Envelope, bearer: TokenStore): void {
  const { path, isSessionOver } = parseRedirect(envelope.data, bearer.area)
  redirectTo(path, isSessionOver ? bearer : null)
}

/** @param over whose session has ended */
function redirectTo(path: string, over: TokenStore | null): void {
  over?.clear()
  callListener().onRedirect(path)
}
