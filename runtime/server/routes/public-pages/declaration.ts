/** Pages that anybody reads without JavaScript: HTML from the server, and files for readers and search engines. */
import type { Text } from '../../../protocol/index.ts'
import type { Tables } from '../../db/tables.ts'
import type { Markup } from '../../core/html/template.ts'
import type { Scope } from '../../operation/scope.ts'
import type { Settings } from '../../settings/settings.ts'

/** One request of a public page. */
export interface PageCall<DB = Tables> {
  /**
   * The language, the settings of the site and the database to read from. Nobody is signed in, as browsers send no
   * token with an address: rows that the public may see are those of `publicRows`.
   */
  readonly scope: Scope<DB>
  /** The parts of the path that have a name. */
  readonly params: Readonly<Record<string, string>>
  /** The parts of the query that the page declares. */
  readonly query: Readonly<Record<string, string>>
}

/** A page as people read it; the core adds what all pages have in common. */
export interface PageDocument {
  /** The title of the window and for search engines. */
  readonly title: string
  /** Above the text; absent = the title. */
  readonly heading?: string
  /** The markup between `<main>` and `</main>`. */
  readonly body: Markup
  /** Between `<nav>` and `</nav>`: ways to other pages. */
  readonly navigation?: Markup
  /** Further elements of the head: descriptions, canonical address, links to feeds. No scripts and styles. */
  readonly head?: Markup
  /** Facts about the page for search engines, as schema.org names them. */
  readonly structuredData?: Readonly<Record<string, unknown>>
  /** Between `<footer>` and `</footer>`, before the languages and the record number of the site. */
  readonly footer?: Markup
  /** Search engines leave the page out. */
  readonly isHidden?: boolean
}

/** Somebody has got a page: also when it was made before, or the browser had it already. */
export interface PageVisit<DB = Tables> extends PageCall<DB> {
  /** Address and program of the sender, and nothing else of them. */
  readonly visitor: { readonly ip: string; readonly agent: string }
}

/** The answer of a page; null = there is none (any more), which is HTTP 404, as `isAbsent` is. */
export type PageAnswer =
  | ({ readonly document: PageDocument } & Expiring)
  /** A feed or a map of the site. */
  | ({
      readonly xml: Markup
      readonly type?: 'application/xml' | 'application/rss+xml' | 'application/atom+xml'
    } & Expiring)
  /** Plain text, such as `robots.txt`. */
  | ({ readonly text: string } & Expiring)
  /** Another path of the site; for good unless `isTemporary`. */
  | { readonly redirect: string; readonly isTemporary?: boolean }
  /** There is none at this moment. */
  | ({ readonly isAbsent: true } & Expiring)
  /** Members may read it: HTTP 403, with a link to sign in that leads on to this path of the application. */
  | ({ readonly isForMembers: true; readonly next: string } & Expiring)
  | null

interface Expiring {
  /** Unix seconds at which the answer changes without a change of the data, because something falls due. */
  readonly expires?: number
}

/** A page that anybody may read. */
export interface PublicPage<DB = Tables> {
  /** For example `/read/:id`: names, dots and parts with a name. None below the addresses of the framework. */
  readonly path: string
  /** The content of the page, for the description of the API. */
  readonly label: Text
  /** The home page of browsers without JavaScript, which the start page of the client links to. */
  readonly isHome?: boolean
  /** Names of the query that the page reads; absent = none. Others are left out. */
  readonly query?: readonly string[]
  /** Whether visitors may read it; otherwise it asks them to sign in. Absent = always. */
  readonly isOpen?: (settings: Settings) => boolean
  /** A style sheet that is added to that of all pages: colors are its custom properties. The same for every answer. */
  readonly style?: string
  /** Reads only. What it resolves with is stored until the next commit, for each language, path and query. */
  readonly render: (call: PageCall<DB>) => Promise<PageAnswer>
  /** Is called after each GET that found the page. Nobody waits for what it does. */
  readonly visited?: (visit: PageVisit<DB>) => void
}

/** The pages of one module. */
export interface DeclaredPages {
  /** Name of the module. */
  readonly module: string
  readonly pages: readonly PublicPage[]
}

/** Addresses of the framework, at the beginning of a path. */
const coreAddresses: ReadonlySet<string> = new Set([
  'admin',
  'api',
  'assets',
  'healthz',
  'index.html',
  'index.php',
  'storage',
])

const segment = /^(?::[a-z][A-Za-z]*|[A-Za-z0-9][A-Za-z0-9._-]*)$/

/** Two paths that differ in names of parts alone answer to the same addresses. */
const shapeOf = (path: string): string => path.replaceAll(/:[^/]+/g, ':')

/**
 * Checks what the types promise, also of declarations that bypassed them.
 * @throws when something is not declared, or two pages answer to one address
 */
export function checkPublicPages(modules: readonly DeclaredPages[]): void {
  const shapes = new Set<string>()
  for (const { module, pages } of modules)
    for (const page of pages) {
      const assert = (isMet: boolean, what: string): void => {
        if (!isMet) throw new Error(`public page ${String(page.path)} of the module ${module}: ${what}`)
      }
      const [empty, first = '', ...others] = String(page.path).split('/')
      assert(empty === '' && [first, ...others].every((part) => segment.test(part)), 'the path must be like /read/:id')
      // Guard T24: a public page takes no address of the framework.
      assert(!first.startsWith(':') && !coreAddresses.has(first.toLowerCase()), 'the path belongs to the framework')
      assert(Boolean(page.label?.['zh-cn'] && page.label.en), 'the label must be declared in both languages')
      assert(typeof page.render === 'function', 'render is missing')
      // Guard T56: a style sheet cannot end its element.
      assert(!page.style?.includes('<'), 'the style must not contain <')
      assert(!shapes.has(shapeOf(page.path)), 'another page answers to the same addresses')
      shapes.add(shapeOf(page.path))
    }
}
