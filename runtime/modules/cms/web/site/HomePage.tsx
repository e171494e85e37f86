/** The home page of the site: blocks, recommended channels, the newest texts, and words, tags and links at the side. */
import { Button } from '@blueprintjs/core'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import {
  callRoute,
  fileUrl,
  isMemberSignedIn,
  member,
  notify,
  errorText,
  useSite,
  useStaleWhileRevalidate,
  useTitle,
} from 'tablewright/web'
import { HtmlText } from 'tablewright/web/parts'
import { home, hotWords, newest } from '../../shared/site/index-routes.ts'
import type { Block, Card } from '../../shared/site/values.ts'
import { addressOf, isOutside } from './links.ts'
import { Problem } from './Problem.tsx'
import { ChannelLink } from './SiteFrame.tsx'
import { TextCards, TextTiles } from './TextCards.tsx'
import { useT } from './texts.ts'

/** Texts of one request. */
const pageSize = 16

export function HomePage() {
  const t = useT()
  const { siteName } = useSite()
  const isIn = isMemberSignedIn(useSnapshot(member))
  useTitle(t('home'))
  const { value, error, retry } = useStaleWhileRevalidate(`home ${isIn}`, async () => ({
    ...(await callRoute(home, null, { quiet: true })),
    words: (await callRoute(hotWords, null, { quiet: true })).hotKeywords,
  }))
  if (!value)
    return error === null ? <h1 className="site-hidden">{siteName}</h1> : <Problem error={error} retry={retry} />
  return (
    <div className="site-columns">
      <div>
        <h1 className="site-hidden">{siteName}</h1>
        {value.indexTopBar.map((block) => (
          <SiteBlock key={block.id} block={block} />
        ))}
        {value.indexCarousel.length > 0 && (
          <div className="site-carousel">
            {value.indexCarousel.map((block) => (
              <SiteBlock key={block.id} block={block} />
            ))}
          </div>
        )}
        {value.indexFocus.length > 0 && (
          <div className="site-focus">
            {value.indexFocus.map((block) => (
              <SiteBlock key={block.id} block={block} />
            ))}
          </div>
        )}
        {value.coverChannel
          .filter(({ contentList }) => contentList.length > 0)
          .map(({ info, contentList }) => (
            <section key={info.id}>
              <h2>
                <ChannelLink channel={info} />
              </h2>
              <TextTiles cards={contentList.slice(0, 3)} />
            </section>
          ))}
        <Newest first={value.newPublishContent} />
      </div>
      <aside>
        {value.words.length > 0 && (
          <section>
            <h2>{t('hot-words')}</h2>
            <p className="site-chips">
              {value.words.map(({ search }) => (
                <Link key={search} to={`/cms/list?${new URLSearchParams({ keywords: search }).toString()}`}>
                  {search}
                </Link>
              ))}
            </p>
          </section>
        )}
        {value.side.map((block) => (
          <SiteBlock key={block.id} block={block} />
        ))}
        {value.tags.length > 0 && (
          <section>
            <h2>{t('tags')}</h2>
            <p className="site-chips">
              {value.tags.map(({ id, name }) => (
                <Link key={id} to={`/cms/list?tag=${id}`}>
                  {name}
                </Link>
              ))}
            </p>
          </section>
        )}
      </aside>
    </div>
  )
}

/** The newest texts, with a button for those before. */
function Newest({ first }: { readonly first: readonly Card[] }) {
  const t = useT()
  const [more, setMore] = useState<readonly Card[]>([])
  const [isOver, setOver] = useState(first.length < pageSize)
  const [isBusy, setBusy] = useState(false)
  const load = async (): Promise<void> => {
    setBusy(true)
    try {
      const page = 2 + Math.floor(more.length / pageSize)
      const { newPublishContent } = await callRoute(newest, { page }, { quiet: true })
      const shownIds = new Set([...first, ...more].map(({ id }) => id))
      setMore([...more, ...newPublishContent.filter(({ id }) => !shownIds.has(id))])
      setOver(newPublishContent.length < pageSize)
    } catch (error) {
      notify({ tone: 'danger', text: errorText(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <section>
      <h2>{t('newest')}</h2>
      {first.length === 0 && <p className="tw-muted">{t('empty')}</p>}
      <TextCards cards={[...first, ...more]} isInSection />
      {!isOver && <Button fill size="large" text={t('more')} aria-busy={isBusy} onClick={() => void load()} />}
    </section>
  )
}

function SiteBlock({ block: { type, title, image, link, target, rich_text: html } }: { readonly block: Block }) {
  if (type === 'rich_text')
    return (
      <div className="site-block site-rich">
        <HtmlText html={html} />
      </div>
    )
  const content = (
    <>
      {image !== '' && <img src={fileUrl(image)} alt="" />}
      <span>{title}</span>
    </>
  )
  return link === '' ? (
    <div className="site-block">{content}</div>
  ) : (
    <a
      className="site-block"
      href={addressOf(link)}
      target={target}
      rel={isOutside(link) ? 'nofollow noreferrer noopener' : 'noopener'}
    >
      {content}
    </a>
  )
}
