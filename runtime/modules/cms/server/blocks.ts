/** Blocks while they are edited: the home page with one that is not saved yet, in its place. */
import { createRouteDefinition, documentText, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { previewBlock } from '../shared/drafts.ts'
import { previewStyle, valuesIn } from './content/drafts.ts'
import { blockPlaces, homeAnswer } from './site/lists.ts'
import type { SiteBlock } from './site/places.ts'
import { siteStyle } from './site/style.ts'

const defineModuleRoute = createRouteDefinition<Database>()

/** Marks the block in the page. */
const draftStyle = '.draft{outline:3px solid var(--accent);outline-offset:4px;scroll-margin:2rem}'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Guard T56: what is not saved is no script either. */
const allowed = (value: unknown, pattern: RegExp): string => (pattern.test(textOf(value)) ? textOf(value) : '')

/** The values of a form as the site has them. */
const blockOf = (id: number, values: Readonly<Record<string, unknown>>): SiteBlock => ({
  id,
  name: textOf(values['name']),
  title: textOf(values['title']),
  type: values['type'] === 'carousel' || values['type'] === 'rich_text' ? values['type'] : 'image',
  image: allowed(values['image'], /^(?:https?:\/\/|\/)/i),
  link: allowed(values['link'], /^(?:https?:\/\/|mailto:|\/)/i),
  target: values['target'] === '_blank' ? '_blank' : '_self',
  html: textOf(values['rich_text']),
  isDraft: true,
})

const previewRoute = defineModuleRoute(previewBlock, {
  login: 'admin',
  right: 'cms/block/index',
  label: { 'zh-cn': '预览区块', en: 'Preview a block' },
  maxPerMinute: 240,
  transaction: 'own',
  async handler({ scope, input: { id, values } }) {
    const block = blockOf(id ?? 0, valuesIn(values))
    const hasPlace = blockPlaces.includes(block.name)
    const answer = await homeAnswer(scope, 1, hasPlace ? block : { ...block, name: blockPlaces[0] ?? '' })
    const { language, settings } = scope
    const frame = { language, settings: { ...settings, languages: [language] }, inLanguage: () => '' }
    const isPage = answer !== null && 'document' in answer
    return {
      html: isPage ? documentText(answer.document, { ...frame, style: siteStyle + previewStyle + draftStyle }) : '',
      hasPlace,
      places: [...blockPlaces],
    }
  },
})

export const blockRoutes: readonly ModuleRoute[] = [previewRoute]
