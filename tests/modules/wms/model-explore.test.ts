/** The warehouse against its model, other sequences every time; a failure tells the seed to play them again with. */
import { playSequences } from './model/play.ts'

playSequences(1000, null)
