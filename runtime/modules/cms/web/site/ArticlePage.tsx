/** A text, with what readers can do: buy, like, save, share, tip and comment. */
import { Callout } from '@blueprintjs/core'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import {
  callRoute,
  fileUrl,
  isMemberSignedIn,
  member,
  useSite,
  useStaleWhileRevalidate,
  useTitle,
} from 'tablewright/web'
import { HtmlText } from 'tablewright/web/parts'
import { info } from '../../shared/site/content-routes.ts'
import type { Article, Card } from '../../shared/site/values.ts'
import { Comments } from './Comments.tsx'
import { Marks } from './Marks.tsx'
import { Paywall } from './Paywall.tsx'
import { Problem } from './Problem.tsx'
import { dayLabel, TextTiles } from './TextCards.tsx'
import { useT } from './texts.ts'

export function ArticlePage({ id }: { readonly id: number }) {
  const t = useT()
  const isIn = isMemberSignedIn(useSnapshot(member))
  const { value, error, retry } = useStaleWhileRevalidate(`text ${id} ${isIn}`, () =>
    callRoute(info, { id }, { quiet: true }),
  )
  useTitle(value?.content.title ?? null)
  if (!value) return error === null ? null : <Problem error={error} retry={retry} />
  const { content: text, breadCrumbs, prevArticle, nextArticle, hotContent } = value
  const pictures = text.model === 'products' ? text.images : text.images.slice(0, 1)
  return (
    <article className="site-text">
      {breadCrumbs.length > 0 && (
        <nav className="site-trail" aria-label={t('trail')}>
          {breadCrumbs.map((channel) => (
            <Link key={channel.id} to={`/cms/list?channel=${channel.id}`}>
              {channel.name}
            </Link>
          ))}
        </nav>
      )}
      <h1>{text.title}</h1>
      <Facts text={text} />
      {text.status !== 'normal' && (
        <Callout compact intent="warning">
          {t('offline')}
        </Callout>
      )}
      {pictures.map((picture) => (
        <img key={picture} className="site-picture" src={fileUrl(picture)} alt="" />
      ))}
      <div className="site-body" data-fades={(text.locked && text.content !== '') || undefined}>
        <HtmlText html={text.content} />
      </div>
      {text.locked && <Paywall info={value} onPaid={retry} />}
      <Downloads text={text} />
      {text.url !== '' && (
        <p>
          <a className="bp6-button bp6-intent-primary" href={text.url} rel="nofollow noreferrer noopener">
            {t('visit')}
          </a>
        </p>
      )}
      {text.source_title !== '' && <Source text={text} />}
      {text.tags.length > 0 && (
        <p className="site-chips">
          {text.tags.map((tag) => (
            <Link key={tag.id} to={`/cms/list?tag=${tag.id}`}>
              {tag.name}
            </Link>
          ))}
        </p>
      )}
      {text.status === 'normal' && <Marks info={value} onChanged={retry} />}
      <Around before={prevArticle} after={nextArticle} />
      {hotContent.length > 0 && (
        <section>
          <h2>{t('related')}</h2>
          <TextTiles cards={hotContent} />
        </section>
      )}
      {text.status === 'normal' && <Comments info={value} />}
    </article>
  )
}

function Facts({ text }: { readonly text: Article }) {
  const t = useT()
  const { timeZone } = useSite()
  return (
    <p className="site-facts">
      {text.author && <Link to={`/cms/list?user=${text.author.id}`}>{text.author.name}</Link>}
      {text.publish_time > 0 && <span>{dayLabel(text.publish_time, timeZone)}</span>}
      <span>{t('minutes', { count: text.minutes })}</span>
      {text.views > 0 && <span>{t('views', { count: text.views })}</span>}
      {text.bought && <strong>{t('bought')}</strong>}
    </p>
  )
}

function Downloads({ text: { downloads, downloads_after: reason } }: { readonly text: Article }) {
  const t = useT()
  if (downloads.length === 0) return null
  return (
    <section>
      <h2>{t('downloads')}</h2>
      <ul>
        {downloads.map(({ name, url }) => (
          <li key={name}>{url === null ? name : <a href={url}>{name}</a>}</li>
        ))}
      </ul>
      {reason !== '' && <p className="tw-muted">{t(`after-${reason}`)}</p>}
    </section>
  )
}

function Source({ text: { source_title: name, source_url: url } }: { readonly text: Article }) {
  const t = useT()
  const label = t('source', { name })
  return (
    <p className="tw-muted">
      {url === '' ? (
        label
      ) : (
        <a href={url} rel="nofollow noreferrer noopener">
          {label}
        </a>
      )}
    </p>
  )
}

function Around({ before, after }: { readonly before: Card | null; readonly after: Card | null }) {
  const t = useT()
  if (!before && !after) return null
  return (
    <nav className="site-around" aria-label={t('next')}>
      {before && (
        <Link to={`/cms/info/${before.id}`}>
          <small>{t('previous')}</small>
          {before.title}
        </Link>
      )}
      {after && (
        <Link to={`/cms/info/${after.id}`}>
          <small>{t('next')}</small>
          {after.title}
        </Link>
      )}
    </nav>
  )
}
