// unda info.
#pragma once

namespace unda::cli {

void print_info();
/// The reference of all scenario keys, as Markdown.
void print_keys();

}  // namespace unda::cli
