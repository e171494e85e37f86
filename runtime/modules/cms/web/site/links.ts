/** Addresses that editors have set. */

/** Paths of the application are behind a hash, those of pages for everybody are not. */
export const addressOf = (link: string): string =>
  link.startsWith('/') && !/^\/(?:read|rss\.xml|sitemap\.xml|storage|q)(?:[/?]|$)/.test(link) ? `#${link}` : link

export const isOutside = (link: string): boolean => !link.startsWith('/')
