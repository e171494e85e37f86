/** The language of the answer: query `lang`, header `think-lang`, `Accept-Language`, otherwise Chinese. */
import type { FastifyRequest } from 'fastify'
import { languageOf, type Language, type QueryTree } from '../../protocol/index.ts'

export function requestLanguage(request: FastifyRequest, query: QueryTree | null): Language {
  const requested = query?.get('lang')
  return (
    (typeof requested === 'string' ? languageOf(requested) : null) ??
    languageOf(headerText(request, 'think-lang')) ??
    languageOf(headerText(request, 'accept-language')) ??
    'zh-cn'
  )
}

/** A header with a single value; a repeated one counts as absent. */
export function headerText(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}
