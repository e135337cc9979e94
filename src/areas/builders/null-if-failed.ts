/** For optional answers of a review: null where one cannot be read, which the review then says in its place without failing other checks. */
export const nullIfFailed = <Value>(answer: Promise<Value>): Promise<Value | null> => answer.catch(() => null);
