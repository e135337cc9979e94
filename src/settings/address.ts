/** The address of a service, as a person enters it. */

/** The path of an operation, up to its version: it is added to the address, and is no part of it. */
const API_PATH = /\/api\/\w+\/v\d/u;

/** What is wanted in place of a text, or null where it is an address: with a path where a gateway has one, and without anything secret. */
export function wantedAddress(text: string): string | null {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "an address such as https://service.example.com";
  }
  // Addresses are seen in lists of processes and in logs.
  if (url.username !== "" || url.password !== "") return "an address without a user name";
  if (url.search !== "" || url.hash !== "") return "an address without ? and #";
  return API_PATH.test(url.pathname) ? "an address without the path of the API" : null;
}
