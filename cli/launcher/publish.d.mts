export interface PublishRules {
  readonly isEntry: (path: string) => boolean
  readonly isOurs?: (path: string) => boolean
}
export function publish(from: string, to: string, rules: PublishRules): string[]
export function filesBelow(folder: string): string[]
