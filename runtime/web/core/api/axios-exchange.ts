/** Sends requests through axios. */
import axios, { isAxiosError } from 'axios'
import { commonHeaders, ExchangeError, xsrf, type Exchange } from './exchange.ts'

export const http = axios.create({
  baseURL: typeof location === 'undefined' ? '' : location.origin,
  headers: commonHeaders,
  xsrfCookieName: xsrf.cookie,
  xsrfHeaderName: xsrf.header,
  validateStatus: () => true,
})

export const exchangeByAxios: Exchange = async ({ body, expects, ...request }) => {
  try {
    const { status, headers, data } = await http.request<unknown>({ ...request, data: body, responseType: expects })
    const requestId = headers['x-request-id'] as unknown
    return { status, requestId: typeof requestId === 'string' ? requestId : null, data }
  } catch (error) {
    throw new ExchangeError(kindOf(error))
  }
}

function kindOf(error: unknown): ExchangeError['kind'] {
  if (!isAxiosError(error)) return 'network'
  if (error.code === 'ERR_CANCELED') return 'cancelled'
  return error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? 'timeout' : 'network'
}
