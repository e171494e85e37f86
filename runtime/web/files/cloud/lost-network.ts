import { ApiError } from '../../core/api/api-error.ts'
import { t as pageT } from '../../core/i18n/page-texts.ts'
import { t } from '../../core/i18n/shell-texts.ts'

/** The store did not answer: the queue goes on when the network is back. */
export const lostNetwork = (): ApiError =>
  navigator.onLine
    ? new ApiError(t('http.network'), { kind: 'network' })
    : new ApiError(t('http.offline'), { kind: 'offline' })

export const stopped = (): ApiError => new ApiError('', { kind: 'cancelled' })

/** The store refused. @param code its own, for example `AccessDenied` */
export const refusedByStore = (code: string): ApiError =>
  new ApiError(pageT('upload.store', { code }), { kind: 'refused', code: 0 })
