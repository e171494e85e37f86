/** Texts while they are written: drafts that save themselves, and the page of what is not saved yet. */
import {
  markup,
  createRouteDefinition,
  documentText,
  OperationError,
  records,
  type ModuleRoute,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { autosave, previewDraft } from '../../shared/drafts.ts'
import { t } from '../i18n.ts'
import { editorHtml, renderText } from '../read/render.ts'
import { siteStyle } from '../site/style.ts'
import { savesAlone } from './autosaves.ts'
import { editedText } from './hooks.ts'
import { textDataOf, type TextData, type TextRow } from './text-fields.ts'
import type { Reading, Scope } from '#generated/cms/server.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** @throws an OperationError `invalid` for what is no object of values */
export function valuesIn(json: string): Readonly<Record<string, unknown>> {
  try {
    const values: unknown = JSON.parse(json)
    if (typeof values === 'object' && values !== null && !Array.isArray(values))
      return values as Record<string, unknown>
  } catch {
    // It is refused below.
  }
  throw new OperationError('invalid')
}

/** A preview is a part of a screen, which has ways of its own. */
export const previewStyle = 'header,footer{display:none}'

const autosaveRoute = defineModuleRoute(autosave, {
  login: 'admin',
  right: 'cms/content/edit',
  label: { 'zh-cn': '自动保存草稿', en: 'Save a draft by itself' },
  maxPerMinute: 120,
  async handler({ scope, trx, input: { id, version, values } }) {
    const texts = records<CmsServerParts>(scope, trx)
    const row = await texts.get('cms/content', id)
    if (row === null) throw new OperationError('not_found')
    // Guard T15: whatever readers or reviewers have before them changes when somebody says so.
    // Without: const isDraft = true
    const isDraft = row.status === 'offline' || row.status === 'refused'
    if (!isDraft) throw new OperationError('bad_state', { sentence: t(scope.language, 'autosave.state') })
    savesAlone.add(trx)
    await texts.update('cms/content', id, { ...valuesIn(values), version })
    return { id }
  },
})

/** The stored text, if the caller may see it, with what waits for approval. */
async function storedText(scope: Scope, query: Reading, id: number | undefined): Promise<TextRow | null> {
  if (id === undefined) return null
  if ((await records<CmsServerParts>(scope).count('cms/content', { id })) === 0) throw new OperationError('not_found')
  return query.selectFrom('cms_content').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Cents of an amount as it is typed; null = it is none. */
function centsOf(value: unknown): number | null {
  const match = /^\s*(\d{1,9})(?:[.。](\d{1,2}))?\s*$/.exec(String(value ?? ''))
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null
}

/** The values of a form as columns hold them; what cannot be read yet is left as it is stored. */
function draftText(before: TextData | null, values: Readonly<Record<string, unknown>>): TextData {
  const has = (name: string): boolean => name in values
  const { images, publish_time: time, currency } = values
  return {
    ...(before ?? ({} as TextData)),
    title: has('title') ? (textOf(values['title']) ?? '') : (before?.title ?? ''),
    content: has('content') ? textOf(values['content']) : (before?.content ?? null),
    images: Array.isArray(images) ? JSON.stringify(images.map(String).slice(0, 12)) : (before?.images ?? null),
    price: centsOf(values['price']) ?? before?.price ?? 0,
    currency: currency === 'integral' || currency === 'RMB' ? currency : (before?.currency ?? 'RMB'),
    publish_time: Number.isSafeInteger(time) ? Number(time) : (before?.publish_time ?? null),
    seotitle: has('seotitle') ? textOf(values['seotitle']) : (before?.seotitle ?? null),
    source_title: has('source_title') ? textOf(values['source_title']) : (before?.source_title ?? null),
    source_url: has('source_url') ? httpAddress(values['source_url']) : (before?.source_url ?? null),
  }
}

/** Guard T56: only addresses of the web become links, also of what is not saved. */
const httpAddress = (value: unknown): string | null => {
  const address = textOf(value)
  return address !== null && /^https?:\/\//i.test(address) ? address : null
}

const previewDraftRoute = defineModuleRoute(previewDraft, {
  login: 'admin',
  right: 'cms/content/preview',
  label: { 'zh-cn': '预览未保存的内容', en: 'Preview what is not saved' },
  maxPerMinute: 240,
  transaction: 'own',
  async handler({ scope, input: { id, values } }) {
    const { query } = scope.database
    const row = await storedText(scope, query, id)
    const before = row && (await editedText(scope, query, row))
    const data = draftText(before ?? (row && textDataOf(row)), valuesIn(values))
    const body = await renderText(scope, { data, html: editorHtml(data), isLocked: false })
    const { language, settings } = scope
    return {
      html: documentText(
        {
          title: data.title,
          body: markup`<article class="text">${body}</article>`,
        },
        {
          language,
          settings: { ...settings, languages: [language] },
          style: siteStyle + previewStyle,
          inLanguage: () => '',
        },
      ),
    }
  },
})

export const draftRoutes: readonly ModuleRoute[] = [autosaveRoute, previewDraftRoute]
