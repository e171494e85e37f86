/** Registers the public pages of modules. */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isQueryError, isSafeText, parseQueryString, type Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { nowSeconds } from '../../core/clock.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { markup } from '../../core/html/template.ts'
import { CommitCache } from '../../db/index.ts'
import { sendCompressed, type CompressedTexts } from '../../http/compression.ts'
import { pageOrigins } from '../../http/headers.ts'
import { requestLanguage } from '../../http/language.ts'
import { createQueue } from '../../operation/limits/budget.ts'
import type { Scope } from '../../operation/scope.ts'
import type { Settings } from '../../settings/settings.ts'
import { isModuleOff } from '../../settings/disabled-pages.ts'
import type { SettingsStore } from '../../settings/store.ts'
import {
  checkPublicPages,
  type DeclaredPages,
  type PageAnswer,
  type PageDocument,
  type PublicPage,
} from './declaration.ts'
import { documentText, languageTags, pagePolicy, type Frame } from './document.ts'
import { pageTexts } from './texts.ts'

export interface PageParts {
  readonly modules: readonly DeclaredPages[]
  readonly settingsStore: SettingsStore
  /** The scope of every page starts from it. */
  readonly scope: Omit<Scope, 'language' | 'actor' | 'settings'>
}

/** An answer that is ready to be sent. */
interface Rendered {
  readonly status: number
  readonly type: string
  readonly text: string
  readonly location?: string
  readonly expires?: number
  /** The tag and the compressed copies of the text, made when it is first sent. */
  readonly copies: { tag?: string; readonly compressed: CompressedTexts }
}

const noCopies = (): Rendered['copies'] => ({ compressed: new Map() })

/** Characters of pages that are stored. */
const maxStored = 32 * 1024 * 1024
/** Pages that are made at the same time: more of them would wait for the same database. */
const atOnce = 8
/** Seconds for which a page is stored although nothing is committed: what it shows may depend on the time. */
const storedFor = 60

/** Throws when a page is not fully declared. */
export function addPublicPages(app: FastifyInstance, parts: PageParts): void {
  checkPublicPages(parts.modules)
  const { database } = parts.scope
  const cache = new CommitCache<Rendered>(() => database.version(), {
    maxSize: maxStored,
    // A compressed copy is a third of its text at most.
    sizeCalculation: ({ text }, key) => 2 * text.length + key.length + 1,
  })
  const inOrder = createQueue(atOnce)
  const pages = parts.modules.flatMap(({ module, pages: own }) => own.map((page) => ({ module, page })))
  for (const { module, page } of pages) {
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const settings = await parts.settingsStore.current()
      const query = queryOf(request)
      const language = languageFor(request, query, settings)
      const ownQuery = Object.fromEntries((page.query ?? []).flatMap((name) => entryOf(query, name)))
      const frame = { language, settings, inLanguage: addressIn(ownQuery), ...(page.style && { style: page.style }) }
      const params = request.params as Readonly<Record<string, string>>
      reply.header('content-security-policy', pagePolicy(pageOrigins(settings).files, page.style))
      const key = JSON.stringify([
        page.path,
        params,
        ownQuery,
        language,
        settings.siteName,
        settings.siteUrl,
        settings.recordNumber,
        settings.headNav,
        settings.languages,
        page.isOpen?.(settings),
        Math.floor(nowSeconds() / storedFor),
      ])
      const isReadable = Object.values(params).every(isSafeText)
      const make = async (): Promise<Rendered> =>
        isReadable ? render(page, { parts, frame, settings, params, query: ownQuery }) : absent(frame)
      try {
        if (isModuleOff(settings, module)) return await send(request, reply, frame, absent(frame))
        if (database.modelVersion.isOutdated) return await send(request, reply, frame, unavailable(frame))
        const rendered = await inOrder(1, () => cache.of(key, make))
        const isOver = rendered.expires !== undefined && rendered.expires <= nowSeconds()
        const answer = isOver ? await inOrder(1, make) : rendered
        if (answer.status === 200 && request.method === 'GET')
          page.visited?.({
            scope: scopeOf(parts, frame, settings),
            params,
            query: ownQuery,
            visitor: { ip: request.ip, agent: String(request.headers['user-agent'] ?? '') },
          })
        return await send(request, reply, frame, answer)
      } catch (error) {
        return send(request, reply, frame, failure(request, parts, frame, error))
      }
    }
    app.route({ method: ['GET', 'HEAD'], url: page.path, handler })
  }
}

interface PageRequest {
  readonly parts: PageParts
  readonly frame: Frame
  readonly settings: Settings
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

async function render(page: PublicPage, { parts, frame, settings, params, query }: PageRequest): Promise<Rendered> {
  if (page.isOpen?.(settings) === false) return closed(frame)
  try {
    return renderedOf(await page.render({ scope: scopeOf(parts, frame, settings), params, query }), frame)
  } catch (error) {
    if (error instanceof OperationError && error.code === 'not_found') return absent(frame)
    throw error
  }
}

const scopeOf = (parts: PageParts, { language }: Frame, settings: Settings): Scope => ({
  ...parts.scope,
  settings,
  language,
  actor: null,
})

function renderedOf(answer: PageAnswer, frame: Frame): Rendered {
  if (answer === null) return absent(frame)
  if ('redirect' in answer) {
    const { redirect, isTemporary = false } = answer
    // Guard T40: a page leads to no other site.
    // Without: if (redirect === '') throw new TypeError(redirect)
    if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(redirect)) throw new TypeError('a page leads to a path of the site')
    return {
      status: isTemporary ? 302 : 301,
      type: 'text/plain; charset=utf-8',
      text: '',
      location: redirect,
      copies: noCopies(),
    }
  }
  const expires = answer.expires === undefined ? {} : { expires: answer.expires }
  if ('document' in answer) return { ...documentPage(200, answer.document, frame), ...expires }
  if ('text' in answer)
    return { status: 200, type: 'text/plain; charset=utf-8', text: answer.text, ...expires, copies: noCopies() }
  const { xml, type = 'application/xml' } = answer
  return {
    status: 200,
    type: `${type}; charset=utf-8`,
    text: `<?xml version="1.0" encoding="utf-8"?>\n${xml.toString()}`,
    ...expires,
    copies: noCopies(),
  }
}

const documentPage = (status: number, document: PageDocument, frame: Frame): Rendered => ({
  status,
  type: 'text/html; charset=utf-8',
  text: documentText(document, frame),
  copies: noCopies(),
})

const absent = (frame: Frame): Rendered =>
  messagePage(404, frame, pageTexts.absent[frame.language], pageTexts.absentHelp[frame.language])

const unavailable = (frame: Frame): Rendered =>
  messagePage(503, frame, pageTexts.busy[frame.language], t(frame.language, 'problem.busy'))

const closed = (frame: Frame): Rendered =>
  documentPage(
    403,
    {
      title: pageTexts.closed[frame.language],
      body: markup`<p>${pageTexts.closedHelp[frame.language]}</p>
<p><a href="/#/user/login">${pageTexts.signIn[frame.language]}</a></p>`,
      isHidden: true,
    },
    frame,
  )

const messagePage = (status: number, frame: Frame, title: string, text: string): Rendered =>
  documentPage(
    status,
    {
      title,
      body: markup`<p>${text}</p>
<p><a href="/">${pageTexts.home[frame.language]}</a></p>`,
      isHidden: true,
    },
    frame,
  )

/** The page of a failure: the log has the cause, under the number that the page shows. */
function failure(request: FastifyRequest, { scope }: PageParts, frame: Frame, error: unknown): Rendered {
  const kind = scope.database.adapter.problemOf(error)?.kind
  const isPassing = kind === 'busy' || kind === 'unavailable' || kind === 'outdated'
  if (isPassing || (error instanceof OperationError && error.code === 'bad_query')) return unavailable(frame)
  request.log.error({ err: error }, 'page failed')
  return messagePage(
    500,
    frame,
    pageTexts.failed[frame.language],
    t(frame.language, 'problem.internal', { id: request.id }),
  )
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { language }: Frame,
  { status, type, text, location, copies }: Rendered,
): Promise<FastifyReply> {
  reply.code(status).header('vary', 'Accept-Language').header('content-language', languageTags[language])
  if (status === 503) reply.header('retry-after', 30)
  if (location !== undefined) return reply.header('cache-control', 'no-cache').header('location', location).send()
  if (status !== 200)
    return sendCompressed(reply.header('cache-control', 'no-store').header('content-type', type), text)
  const tag = (copies.tag ??= `W/"${createHash('sha256').update(type).update(text).digest('base64url').slice(0, 27)}"`)
  // Stored by browsers and proxies, which ask each time whether it is still the same.
  reply.header('cache-control', 'public, no-cache').header('etag', tag)
  if (isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send()
  return sendCompressed(reply.header('content-type', type), text, copies.compressed)
}

/** Whether the client has that version (RFC 9110, 13.1.2). */
const isKnown = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((part) => ['*', tag, tag.slice(2)].includes(part.trim())) ?? false

function queryOf(request: FastifyRequest): ReturnType<typeof parseQueryString> {
  return parseQueryString(String(request.query ?? ''))
}

function languageFor(
  request: FastifyRequest,
  query: ReturnType<typeof queryOf>,
  { languages }: Pick<Settings, 'languages'>,
): Language {
  const language = requestLanguage(request, isQueryError(query) ? null : query)
  return languages.includes(language) ? language : (languages[0] ?? language)
}

function entryOf(query: ReturnType<typeof queryOf>, name: string): readonly (readonly [string, string])[] {
  const value = isQueryError(query) ? undefined : query.get(name)
  return typeof value === 'string' ? [[name, value]] : []
}

const addressIn =
  (query: Readonly<Record<string, string>>) =>
  (language: Language): string =>
    `?${new URLSearchParams({ ...query, lang: language }).toString()}`
