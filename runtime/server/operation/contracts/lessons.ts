/** Lessons of courses, to which live rooms belong. */

export interface Lesson {
  readonly id: number
  readonly title: string
  /** Path within the site where members find it. */
  readonly path: string
  /** `draft` = members do not see it; `closed` = it is over. */
  readonly state: 'draft' | 'open' | 'closed'
}

export interface Lessons<Scope> {
  /** The lessons of these ids by id; those that do not exist are left out. */
  find(scope: Scope, ids: readonly number[]): Promise<ReadonlyMap<number, Lesson>>
  /** Lessons whose title contains the text, newest first, for a selection. */
  list(scope: Scope, query: { readonly text?: string; readonly limit: number }): Promise<readonly Lesson[]>
}
