/**
 * The demo site: channels, tags and texts as drafts with their pictures, and then what editors do with them, so that
 * there is one of every state. All of it is invented.
 */
import type { Language } from 'tablewright/protocol'
import { nowSeconds, records } from 'tablewright/server'
import type { CmsServerParts } from '#generated/cms/parts.ts'
import { refreshReaches } from '../channels.ts'
import { addComment } from '../comments.ts'
import { derivedOf, type TextData } from '../content/text-fields.ts'
import { drawPicture } from './pictures.ts'
import {
  blockTitles,
  changedTitle,
  channels,
  comments,
  linkNames,
  paidMark,
  paidParagraph,
  paragraphs,
  refusal,
  subheading,
  tags,
  texts,
  words,
  type DemoText,
} from './wording.ts'
import type { AnyDemoRecord, DemoWork } from '#generated/cms/server.ts'

const daySeconds = 86_400

function htmlOf({ price }: DemoText, place: number, language: Language): string {
  // The list is not empty.
  const paragraph = (offset: number): string => `<p>${paragraphs[(place + offset) % paragraphs.length]![language]}</p>`
  const open = `${paragraph(0)}<h2>${subheading[language]}</h2>${paragraph(3)}${paragraph(5)}`
  return price ? `${open}<p>${paidMark[language]}</p><p>${paidParagraph[language]}</p>` : open
}

export function demoRecords(_scale: number, _seed: number, language: Language = 'zh-cn'): AnyDemoRecord[] {
  const modelOf = (key: string) => channels.find((channel) => channel.key === key)?.model ?? 'news'
  return [
    ...channels.map((channel, index): AnyDemoRecord => ({
      table: 'cms/channel',
      key: `channel:${channel.key}`,
      values: {
        name: channel.name[language],
        pid: channel.parent === undefined ? null : { ref: `channel:${channel.parent}` },
        type: channel.type ?? 'list',
        model: channel.model,
        list_template: channel.model === 'products' ? 'products' : 'news',
        info_template: channel.model === 'downloads' ? 'download' : 'default',
        target: '_self',
        allow_visit_groups: channel.members ? 'user' : 'all',
        frontend_contribute: channel.contribute ? 1 : 0,
        index_rec: index < 3 ? 1 : 0,
        status: 1,
        reach: channel.members ? 1 : 2,
        weigh: channels.length - index,
      },
    })),
    ...tags.map((tag, index): AnyDemoRecord => ({
      table: 'cms/tags',
      key: `tag:${tag.key}`,
      values: {
        name: tag.name[language],
        type: 'default',
        document_count: 0,
        inner_chain: tag.links ? 1 : 0,
        status: 1,
        weigh: tags.length - index,
      },
    })),
    ...texts.map((text, place): AnyDemoRecord => {
      const content = htmlOf(text, place, language)
      // Cents, and hundredths of points.
      const price = text.price ? Math.round(Number(text.price[0]) * 100) : 0
      return {
        table: 'cms/content',
        key: `text:${place}`,
        values: {
          channel_id: { ref: `channel:${text.channel}` },
          title: text.title[language],
          content,
          public_text: derivedOf({ content, price } as TextData).public_text,
          images: [drawPicture(place)],
          model: modelOf(text.channel),
          flag: text.flag ?? null,
          price: text.price?.[0] ?? '0',
          currency: text.price?.[1] ?? 'RMB',
          target: '_self',
          download_after_comment: 0,
          allow_visit_groups: 'all',
          allow_comment_groups: text.channel === 'guides' ? 'all' : 'user',
          status: 'offline',
          published: 0,
          retracted: 0,
          views: 0,
          comments: 0,
          likes: 0,
          dislikes: 0,
          collects: 0,
          sales: 0,
          weigh: 0,
        },
      }
    }),
    {
      table: 'cms/block',
      key: 'block:carousel',
      values: {
        name: 'index-carousel',
        title: blockTitles.carousel[language],
        type: 'carousel',
        image: drawPicture(50),
        link: '/read/1',
        target: '_self',
        platform: 'nuxt',
        status: 1,
        weigh: 2,
      },
    },
    {
      table: 'cms/block',
      key: 'block:side',
      values: {
        name: 'right-side-bar',
        title: blockTitles.side[language],
        type: 'rich_text',
        rich_text: `<p>${blockTitles.text[language]}</p>`,
        target: '_self',
        platform: 'nuxt',
        status: 1,
        weigh: 1,
      },
    },
    ...linkNames.map((name, index): AnyDemoRecord => ({
      table: 'cms/friendly_link',
      key: `link:${index}`,
      values: {
        title: name[language],
        link: `https://example.com/${index + 1}`,
        target: '_blank',
        status: index === 0 ? 'enable' : 'pending_trial',
        weigh: linkNames.length - index,
      },
    })),
    ...words.map((word, index): AnyDemoRecord => ({
      table: 'cms/search_log',
      key: `word:${index}`,
      values: { search: word[language], count: 40 - index * 9, hot: index < 2 ? 1 : 0, status: 1, weigh: 0 },
    })),
  ]
}

/** Does nothing once a text has been reviewed. */
export async function demoWork(work: DemoWork): Promise<void> {
  const { scope } = work
  const { language } = scope
  const { query } = scope.database
  if (await query.selectFrom('cms_review_log').select('id').limit(1).executeTakeFirst()) return
  const rows = await query.selectFrom('cms_content').select(['id', 'title']).orderBy('id').execute()
  if (rows.length < texts.length) return
  await work.configure('cms_public', '1')
  const members = await query.selectFrom('user').select('id').orderBy('id').limit(3).execute()
  const tagRows = await query.selectFrom('cms_tags').select(['id', 'name']).execute()
  const own = records<CmsServerParts>(scope)
  const now = nowSeconds()
  const commented: number[] = []
  for (const [place, text] of texts.entries()) {
    const id = rows.find(({ title }) => title === text.title[language])?.id
    if (id === undefined) continue
    const start = now - (texts.length - place) * daySeconds
    const tagIds = tagRows.flatMap((tag) =>
      text.tags.some((key) => tags.some((demoTag) => demoTag.key === key && demoTag.name[language] === tag.name))
        ? [tag.id]
        : [],
    )
    const author = text.channel === 'readers' ? members[place % Math.max(1, members.length)] : undefined
    if (author)
      await scope.database.write((trx) =>
        trx.updateTable('cms_content').set({ user_id: author.id }).where('id', '=', id).execute(),
      )
    await work.at(start, () => work.edit('cms/content', id, { tags: tagIds }))
    const approve = (moment: number) =>
      work.at(moment, () => work.runAction('cms/content', 'approve', { id, title: text.title[language] }))
    const submit = () => work.at(start + 600, () => work.runAction('cms/content', 'submit', { id }))
    switch (text.story) {
      case 'draft':
        break
      case 'review':
        await submit()
        break
      case 'refused':
        await submit()
        await work.at(start + 3600, () => work.runAction('cms/content', 'refuse', { id, reason: refusal[language] }))
        break
      case 'scheduled':
        await work.at(start, () => work.edit('cms/content', id, { publish_time: now + 30 * daySeconds }))
        await approve(start + 3600)
        break
      case 'expired':
        await approve(start + 3600)
        await scope.database.write((trx) =>
          trx
            .updateTable('cms_content')
            .set({ offline_time: now - daySeconds })
            .where('id', '=', id)
            .execute(),
        )
        break
      case 'offline':
        await approve(start + 3600)
        await work.at(start + 7200, () => work.runAction('cms/content', 'takeOffline', { id }))
        break
      case 'changed':
        await approve(start + 3600)
        await work.at(start + 7200, () =>
          work.edit('cms/content', id, { title: text.title[language] + changedTitle[language] }),
        )
        break
      case 'contributed':
        await submit()
        await approve(start + 3600)
        break
      case 'live':
        await approve(start + 3600)
        commented.push(id)
        break
    }
  }
  if (await own.count('cms/comment')) return
  for (const [turn, comment] of comments.entries()) {
    const [contentId, member] = [commented[turn], members[turn % Math.max(1, members.length)]]
    if (contentId === undefined || !member) continue
    const added = await work.at(now - (comments.length - turn) * 3600, () =>
      scope.database.write((trx) => addComment(scope, trx, { id: member.id }, { contentId, text: comment[language] })),
    )
    if (turn < 2) await work.runAction('cms/comment', 'approve', { id: added.id })
  }
  await scope.database.write(async (trx) => {
    for (const channel of channels.filter(({ off }) => off))
      await trx.updateTable('cms_channel').set({ status: 0 }).where('name', '=', channel.name[language]).execute()
    await refreshReaches(trx)
  })
}
